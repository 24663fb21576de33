/** What visitor pages show of an account. */
export interface Brand {
  name: string | null;
  /** #RRGGBB. */
  color: string | null;
  logoId: string | null;
  /** Whether the pages name Tessera at their foot. */
  showFooter: boolean;
}

export const NO_BRAND: Brand = { name: null, color: null, logoId: null, showFooter: true };

/** A named look. */
export interface SavedStyle {
  id: string;
  workspaceId: string;
  name: string;
  isDefault: boolean;
  /** As JSON. */
  style: string;
  createdAt: number;
}

export interface SavedLogo {
  id: string;
  workspaceId: string;
  width: number;
  height: number;
  createdAt: number;
}

export interface NewLogo extends SavedLogo {
  /** Of the content: the same picture is stored once. */
  hash: string;
  bytes: Uint8Array;
}
