/** Thrown by whatever writes a look whose logo is not there, or not any more; nothing is written. */
export class LogoMissing extends Error {
  override name = "LogoMissing";
}

/** Named looks and logos of an owner. Lists are newest first, those before the id `before`. */
export interface SavedStyle {
  id: string;
  ownerId: string;
  name: string;
  isDefault: boolean;
  /** As JSON. */
  style: string;
  createdAt: number;
}

export interface StyleStore {
  list(ownerId: string, limit: number, before?: string): Promise<SavedStyle[]>;
  find(ownerId: string, id: string): Promise<SavedStyle | null>;
  /** The one for new codes, if there is one. */
  findDefault(ownerId: string): Promise<SavedStyle | null>;
  /** A default one takes the place of the default before it. */
  create(style: SavedStyle, most: number): Promise<"made" | "too-many" | "no-owner">;
  /** As changed; null when there is no such style. */
  change(
    ownerId: string,
    id: string,
    change: Partial<Pick<SavedStyle, "name" | "isDefault" | "style">>,
  ): Promise<SavedStyle | null>;
  remove(ownerId: string, id: string): Promise<boolean>;
}

export interface SavedLogo {
  id: string;
  ownerId: string;
  width: number;
  height: number;
  createdAt: number;
}

export interface NewLogo extends SavedLogo {
  /** Of the content: the same picture is kept once. */
  hash: string;
  bytes: Uint8Array;
}

export interface LogoStore {
  list(ownerId: string, limit: number, before?: string): Promise<SavedLogo[]>;
  find(ownerId: string, id: string): Promise<SavedLogo | null>;
  /** The picture itself. */
  bytes(ownerId: string, id: string): Promise<Uint8Array | null>;
  /** The one kept: this one, or an earlier one with the same content. */
  create(logo: NewLogo, most: number): Promise<SavedLogo | "too-many" | "no-owner">;
  /**
   * Removes it unless it is used; null when there is no such logo. Codes in the bin count, since
   * they can come back.
   */
  remove(ownerId: string, id: string): Promise<{ codes: number; styles: number } | null>;
}
