/** A look names a logo that is not there, or not any more; nothing is written. */
export class LogoMissing extends Error {
  override name = "LogoMissing";
}

/** A look with a name. */
export interface SavedStyle {
  id: string;
  ownerId: string;
  name: string;
  isDefault: boolean;
  /** As JSON. */
  style: string;
  createdAt: number;
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
