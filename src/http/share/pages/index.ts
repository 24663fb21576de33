/** Whole HTML documents from plain values. No script is needed; every value is escaped. */
export { leadsTo } from "../../../codes/content/leads-to.ts";
export { landingPage } from "./landing.ts";
export { expiredPage, notFoundPage, restingPage, unavailablePage } from "./notices.ts";
export { CONTENT_SECURITY_POLICY } from "./policy.ts";
export { sharePage } from "./share.ts";
export { unknownPage } from "./unknown.ts";
