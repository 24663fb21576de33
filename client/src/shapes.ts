/** Short names for the types of the API. */
import type { components, operations } from "./openapi.ts";

type Schemas = components["schemas"];

export type Code = Schemas["QrCode"];
export type CreatedCode = Schemas["CreatedQrCode"];
export type NewCode = Schemas["CreateQrCode"];
export type CodeChange = Schemas["ChangeQrCode"];
export type Scan = Schemas["Scan"];
export type Analytics = Schemas["Analytics"];
export type CodeInsights = Schemas["CodeInsights"];
export type Insights = Schemas["Insights"];
export type Traffic = Schemas["Traffic"];
export type Scannability = Schemas["Scannability"];

export type Version = Schemas["Version"];
export type Style = Schemas["Style"];
export type NewCodeStyle = Schemas["SetStyle"];
export type SavedStyle = Schemas["SavedStyle"];
export type NewStyle = Schemas["CreateSavedStyle"];
export type StyleChange = Schemas["ChangeSavedStyle"];
export type Placement = Schemas["Placement"];
export type NewPlacement = Schemas["CreatePlacements"]["placements"][number];
export type PlacementChange = Schemas["ChangePlacement"];
export type SlugState = Schemas["SlugState"];
export type Tag = Schemas["Tag"];
export type NewTag = Schemas["CreateTag"];
export type TagChange = Schemas["ChangeTag"];
export type Logo = Schemas["Logo"];
export type Page = Schemas["Page"];
export type NewPage = Schemas["SetPage"];
export type Brand = Schemas["Brand"];
export type NewBrand = Schemas["SetBrand"];
export type UtmPreset = Schemas["UtmPreset"];
export type NewUtmPreset = Schemas["SetUtmPreset"];
export type Me = Schemas["Me"];
export type Domain = Schemas["Domain"];
export type NewDomain = Schemas["CreateDomain"];
export type DomainChange = Schemas["ChangeDomain"];
export type Webhook = Schemas["Webhook"];
export type WebhookWithSecret = Schemas["WebhookWithSecret"];
export type NewWebhook = Schemas["CreateWebhook"];
export type WebhookChange = Schemas["ChangeWebhook"];
export type WebhookHealth = Schemas["WebhookHealth"];
export type WebhookDelivery = Schemas["Delivery"];
export type ListedDelivery = Schemas["ListedDelivery"];

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  /** Such as `image/png`. */
  contentType: string;
}

/** The query parameters of an operation. */
export type Query<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;

/** The same without the cursor, which the iterators handle. `limit` is the page size. */
export type Filter<Operation extends keyof operations> = Omit<Query<Operation>, "cursor">;
