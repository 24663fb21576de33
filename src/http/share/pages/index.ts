/** Whole HTML documents from plain values. No script is needed; every value is escaped. */
export { landingPage } from "./landing.ts";
export { expiredPage, notFoundPage, unavailablePage } from "./notices.ts";
export { CONTENT_SECURITY_POLICY } from "./policy.ts";
export { leadsTo, sharePage } from "./share.ts";
export { unknownPage } from "./unknown.ts";
