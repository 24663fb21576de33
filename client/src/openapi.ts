// Made by `npm run client` from the OpenAPI document. Do not change it by hand.

export interface paths {
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log, newest first
         * @description Sign-ins, members, keys, codes and exports of the workspace in the last 400 days. Needs a full key created by an owner of the workspace.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit log as CSV
         * @description As the audit log, with a line for each entry.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your brand
         * @description Name, colour and logo on the pages that visitors of your QR codes see.
         */
        get: operations["readBrand"];
        /**
         * Set your brand
         * @description Every page that visitors of your QR codes see has it at once, and keeps text on the colour readable.
         */
        put: operations["setBrand"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your domains, newest first
         * @description Returns all of them: a workspace can have 50.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Add a domain
         * @description Create its record in the DNS of the domain, then verify it. Only owners can change domains; a full API key of an owner can too.
         */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a domain
         * @description With the record that proves it.
         */
        get: operations["readDomain"];
        put?: never;
        post?: never;
        /**
         * Remove a domain
         * @description It stops serving your QR codes at once: printed copies with links on this domain no longer work. The QR codes themselves stay, and share URLs use the public address of the service.
         */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        /**
         * Make a domain the default
         * @description Share URLs and images of all QR codes of the workspace use the default domain from now on; without one, the public address of the service. Links made before go on working on every verified domain.
         */
        patch: operations["changeDomain"];
        trace?: never;
    };
    "/api/v1/domains/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a domain
         * @description Looks up the record in the DNS now. If it is there, the domain serves the QR codes of your workspace at once; otherwise a 400 says what was found. Takes up to 10 seconds if a DNS server does not answer. A host that another workspace has verified becomes yours if that workspace's record is gone.
         */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read insights of all QR codes
         * @description As the insights of a code, for all codes of the workspace or some of them, without those in the bin. A filter with several values, as in country=DE&country=AT, matches any of them; several filters must all match.
         */
        get: operations["readInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/insights.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download insights of all QR codes as CSV
         * @description One list of the insights with the same parameters, its fields as columns. Cells that a spreadsheet would treat as a formula start with an apostrophe.
         */
        get: operations["exportInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your logos, newest first
         * @description Images that looks can refer to.
         */
        get: operations["listLogos"];
        put?: never;
        /**
         * Upload a logo
         * @description The body is the image: PNG, JPEG, WebP or SVG, up to 1 MiB and 4096 pixels. It is stored as a new PNG without metadata. Uploading the same image again returns the existing logo. A workspace can have 200 logos.
         */
        post: operations["createLogo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a logo
         * @description Its size and when it was uploaded. The image itself has its own URL.
         */
        get: operations["readLogo"];
        put?: never;
        post?: never;
        /**
         * Delete a logo
         * @description A logo in use by QR codes or styles cannot be deleted; the 400 says how many use it. Codes in the bin count, because they can be restored.
         */
        delete: operations["deleteLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logos/{id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a logo
         * @description The stored image: a PNG of at most 512 pixels.
         */
        get: operations["drawLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the API key of the request
         * @description Counts as a request.
         */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your QR codes, newest first
         * @description A code must match all filters. Deleted codes are listed only with state=deleted.
         */
        get: operations["listCodes"];
        put?: never;
        /**
         * Create a publicly shared QR code
         * @description The code is active immediately, and visits to its shareUrl are counted as scans. Omitted fields get their default. With a slug, that is its share token: case does not matter, some words are reserved, and it is taken for ever.
         */
        post: operations["createCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a QR code
         * @description scanCount includes every scan answered before this request.
         */
        get: operations["readCode"];
        put?: never;
        post?: never;
        /**
         * Delete a QR code
         * @description Its share URL and API requests for it answer 404 from now on. It can be restored for 30 days; then its content and scans are erased.
         */
        delete: operations["deleteCode"];
        options?: never;
        head?: never;
        /**
         * Update a QR code
         * @description Changes only the fields sent. The previous content is kept as a version. If nothing changes, updatedAt stays the same.
         */
        patch: operations["changeCode"];
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read scan statistics
         * @description Covers whole UTC days including today. timeline has an entry for each day, and totalScans is their sum.
         */
        get: operations["readAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a QR code
         * @description By default the share URL as a PNG in the code's own size and look. size is the width; a frame makes the image taller. An image request is not a scan.
         */
        get: operations["drawCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read insights of a QR code
         * @description Scans in any period and time zone, compared with another period. A filter with several values, as in country=DE&country=AT, matches any of them; several filters must all match.
         */
        get: operations["readCodeInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/insights.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download insights of a QR code as CSV
         * @description One list of the insights with the same parameters, its fields as columns. Cells that a spreadsheet would treat as a formula start with an apostrophe.
         */
        get: operations["exportCodeInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a QR code's title and text for visitors
         * @description Both are null until they are set.
         */
        get: operations["readPage"];
        /**
         * Set a QR code's title and text for visitors
         * @description The page behind the code shows both, and its share page the title instead of the code's name. Scans of codes that redirect do not show them.
         */
        put: operations["setPage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/placements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the placements of a QR code
         * @description Without sort, newest first. Counts include every scan answered before this request.
         */
        get: operations["listPlacements"];
        put?: never;
        /**
         * Create up to 500 placements of a QR code
         * @description Creates all of them or none. Each has its own share URL and image; a scan of it counts for the QR code and for the placement. A code can have 10,000 placements.
         */
        post: operations["createPlacements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/placements/{placementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a placement
         * @description Its share URL answers 404 from now on, and its token is never given again. Its scans stay with the QR code.
         */
        delete: operations["deletePlacement"];
        options?: never;
        head?: never;
        /**
         * Update a placement
         * @description Changes only the fields sent. With codeId, it belongs to that QR code from now on. Its scans follow, in the background if they are many; visitors of their days become unknown, and scans that are no longer stored one by one stay: scansStayed is their number.
         */
        patch: operations["changePlacement"];
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/placements/{placementId}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a placement's QR code
         * @description As the image of the QR code, with the placement's own share URL.
         */
        get: operations["drawPlacement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted QR code
         * @description Possible within 30 days of its deletion. The code keeps its scans, and its share URL works again immediately. A code that is not deleted is returned unchanged.
         */
        post: operations["restoreCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read where a QR code leads other than to its content
         * @description Rules, a split, and what visitors get before and after.
         */
        get: operations["readRouting"];
        /**
         * Set where a QR code leads other than to its content
         * @description Decided in this order: startsAt, rules, split, then the code's own content. afterwards is where visitors go while the code, or the placement they scan, is paused, and once the code has expired; such visits are not counted as scans. A rule that no visit can reach, because of the rules before it or of itself, is refused.
         */
        put: operations["setRouting"];
        post?: never;
        /**
         * Remove the routing of a QR code
         * @description As setting every field to its default.
         */
        delete: operations["deleteRouting"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/routing/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain where a visit would lead
         * @description Says where it leads, what decides, and of each rule before that why it does not match. Nothing is counted. That the code is paused or expired is left aside.
         */
        post: operations["explainRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/scannability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check how well a QR code scans
         * @description Draws the code, damages the image step by step and tries to read it.
         */
        get: operations["readScannability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scans, newest first
         * @description Pass nextCursor as cursor to get the next page. Without a period and filters, which are those of insights, it has all scans.
         */
        get: operations["listScans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/scans.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download scans as CSV
         * @description All scans, or those of a period and filters, which are those of insights. One line for each scan, newest first, with the fields of a scan record as columns. The response is streamed and counts as one request. Cells that a spreadsheet would treat as a formula start with an apostrophe.
         */
        get: operations["exportScans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a QR code's look
         * @description For a code without a look, plain squares.
         */
        get: operations["readStyle"];
        /**
         * Set a QR code's look
         * @description All images of the code use it from now on. A look that cannot be read is a 400 that names the field to change and the nearest value that works. A look that reads poorly is accepted, and its scannability says so.
         */
        put: operations["setStyle"];
        post?: never;
        /**
         * Remove a QR code's look
         * @description The code becomes plain squares in its own colours.
         */
        delete: operations["resetStyle"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/style/nearest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest a look that scans
         * @description The code's own look with the smallest change that makes it scan well enough to print. Nothing is changed until you set it.
         */
        get: operations["proposeStyle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a QR code's tags
         * @description Their IDs, by name.
         */
        get: operations["readTags"];
        /**
         * Set a QR code's tags
         * @description Replaces all tags of the code. If they change, so does updatedAt, and webhooks get qrcode.updated.
         */
        put: operations["setTags"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read counted and uncounted visits
         * @description Includes visits that are not scans, with the reason, so that every total can be explained.
         */
        get: operations["readTraffic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a QR code's content, newest first
         * @description Each change of content adds a version. scanCount counts the scans made from its start until its end.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier version
         * @description Makes it a new version; the list keeps the previous one. If it is the current content, nothing changes. The content must meet the current rules and fit the current errorCorrection.
         */
        post: operations["restoreVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 500 QR codes at once
         * @description Creates all of them or none: if one is not valid, nothing is created, and details lists every invalid field with its index, such as qrcodes[3].content. Counts as one request. The body can have up to 4 MiB and 20,000 values.
         */
        post: operations["createCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qrcodes/external/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a QR code by your own id
         * @description scanCount includes every scan answered before this request.
         */
        get: operations["readCodeByExternalId"];
        /**
         * Create or change a QR code by your own id
         * @description Creates the code, or changes the one with this id to match the body: what the body leaves out gets its default, and the code keeps its scans, share token, style, tags and favourite mark. A deleted code is restored. The same request again changes nothing.
         */
        put: operations["putCodeByExternalId"];
        post?: never;
        /**
         * Delete a QR code by your own id
         * @description As deleting it by its id. It can be restored for 30 days, and keeps your id until it is erased.
         */
        delete: operations["deleteCodeByExternalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/slugs/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a slug is free
         * @description The same rules as on creation. Nothing is reserved.
         */
        get: operations["checkSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/styles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your saved looks, newest first
         * @description New QR codes get the one with isDefault.
         */
        get: operations["listStyles"];
        put?: never;
        /**
         * Save a look
         * @description Saving a style changes no QR code; codes get a copy of it. A workspace can have 200 styles.
         */
        post: operations["createStyle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/styles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a saved look
         * @description The current style; QR codes that use a copy of it may differ.
         */
        get: operations["readSavedStyle"];
        put?: never;
        post?: never;
        /**
         * Delete a saved look
         * @description QR codes that use a copy of it do not change.
         */
        delete: operations["deleteStyle"];
        options?: never;
        head?: never;
        /**
         * Update a saved look
         * @description QR codes that use a copy of it do not change.
         */
        patch: operations["changeStyle"];
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your tags
         * @description By name. To list the QR codes of a tag, list QR codes with tag=<id>.
         */
        get: operations["listTags"];
        put?: never;
        /**
         * Create a tag
         * @description A workspace can have 500 tags.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag
         * @description It is removed from all QR codes. The codes do not change otherwise.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        /**
         * Rename or recolour a tag
         * @description All QR codes that have it show the change.
         */
        patch: operations["changeTag"];
        trace?: never;
    };
    "/api/v1/tags/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a tag into another
         * @description Its QR codes get the other tag instead, and the tag is deleted. This cannot be undone.
         */
        post: operations["mergeTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/utm-presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List UTM presets
         * @description Campaign parameters to fill in for the destination of a QR code.
         */
        get: operations["listUtmPresets"];
        /**
         * Set UTM presets
         * @description Replaces all presets. Send If-Match with the ETag of your read to keep what others add meanwhile. Codes do not change: their destinations have the values themselves.
         */
        put: operations["setUtmPresets"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhooks, newest first
         * @description Returns all of them: a workspace can have 20.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Events are sent from now on, signed as specified by Standard Webhooks with the secret in this response. A workspace can have 20 webhooks.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Does not include the secret.
         */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes its deliveries too. Nothing more is sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Changes only the fields sent. Disabling it discards waiting events; after you enable it, only new events are sent.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook, newest first
         * @description Deliveries of the last 30 days, at least the latest 500, and all that are waiting. Read a single delivery to see its request.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its request
         * @description Its body does not include scans that are no longer stored.
         */
        get: operations["readDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description It keeps its webhook-id. A waiting delivery is sent immediately.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of a webhook
         * @description If deliveries fail: since when, why, and when the next attempt is.
         */
        get: operations["readWebhookHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new secret for a webhook
         * @description For 24 hours deliveries are signed with both secrets, so that the receiver can switch without an interruption.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description Sends an event of type webhook.test once. The response has the result, after 10 seconds at most.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "qrcode.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A QR code was created
         * @description Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.
         */
        post: operations["onQrCodeCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qrcode.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A QR code was deleted. Contains the code as it was before
         * @description Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.
         */
        post: operations["onQrCodeDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qrcode.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A QR code has expired
         * @description Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.
         */
        post: operations["onQrCodeExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qrcode.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A QR code expires in 14 days
         * @description Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.
         */
        post: operations["onQrCodeExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qrcode.scanned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A QR code was scanned
         * @description Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.
         */
        post: operations["onQrCodeScanned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "qrcode.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A QR code was updated or restored
         * @description Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.
         */
        post: operations["onQrCodeUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test event was requested
         * @description Sent to every webhook that subscribes to it, signed as specified by Standard Webhooks.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The statistics of a period. */
        Analytics: {
            /** @description Scans per browser, most first. */
            byBrowser: {
                /** @description The browser. */
                browser: string;
                /** @description Number of scans. */
                count: number;
            }[];
            /** @description Scans per country, most first. */
            byCountry: {
                /** @description Number of scans. */
                count: number;
                /** @description The country. */
                country: string;
            }[];
            /** @description Scans per device class, most first. */
            byDevice: {
                /** @description Number of scans. */
                count: number;
                /** @description The device class. */
                device: string;
            }[];
            /** @description Scans per operating system, most first. */
            byOs: {
                /** @description Number of scans. */
                count: number;
                /** @description The operating system. */
                os: string;
            }[];
            /** @description Every day of the period, oldest first. */
            timeline: {
                /**
                 * Format: date
                 * @description YYYY-MM-DD, UTC.
                 */
                date: string;
                /** @description Scans on that day. */
                scans: number;
            }[];
            /** @description Scans in the period. */
            totalScans: number;
            /** @description Number of different known cities. */
            uniqueCities: number;
            /** @description Number of different known countries. */
            uniqueCountries: number;
        };
        /** @description Something that was done in the workspace. */
        AuditEntry: {
            /**
             * @description What was done.
             * @enum {string}
             */
            action: "code.created" | "code.changed" | "code.deleted" | "code.restored" | "code.moved-in" | "code.moved-out" | "code.placements-added" | "code.placement-changed" | "code.placement-deleted" | "code.placement-moved" | "code.placements-changed" | "code.placements-deleted" | "code.imported" | "code.numbers-shared" | "code.numbers-unshared" | "key.created" | "key.revoked" | "look.created" | "look.changed" | "look.deleted" | "look.logo-added" | "look.logo-deleted" | "tag.created" | "tag.changed" | "tag.merged" | "tag.deleted" | "view.created" | "view.changed" | "view.deleted" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "member.invited" | "member.invitation-revoked" | "member.joined" | "member.role-changed" | "member.left" | "member.removed" | "member.suspended" | "member.resumed" | "workspace.created" | "workspace.changed" | "workspace.plan-changed" | "workspace.brand-changed" | "domain.added" | "domain.verified" | "domain.made-default" | "domain.not-default" | "domain.removed" | "domain.taken-over" | "domain.link-stopped" | "workspace.numbers-shared" | "workspace.numbers-unshared" | "workspace.deleted" | "workspace.restored" | "export.created" | "sign-in" | "sign-in.second-factor-on" | "sign-in.second-factor-off" | "sign-in.password-changed" | "sign-in.sessions-ended";
            /** @description Who did it: a person by email address, a key or a command by name. Null: not known. */
            actor: {
                /** @description The name of a person. Null: none, or not a person. */
                displayName: string | null;
                /** @description Whether they were a member, and are none now. */
                isFormer: boolean;
                /**
                 * @description Who it was.
                 * @enum {string}
                 */
                kind: "key" | "person" | "command";
                /** @description Null: it is gone, or nobody who is a member. */
                name: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /** @description Old and new values of changed fields, if they are short and cannot be secret. */
            changes: {
                /** @description The changed field. */
                field: string;
                /** @description Its earlier value. Null: none, or several. */
                from: string | null;
                /** @description Its new value. Null: none. */
                to: string | null;
            }[];
            /** @description How many it is about; subject is the first of them. */
            count: number;
            /** @description The new role, or the changed fields. */
            detail: string | null;
            /** @description Browser and operating system, or null: not known. */
            device: string | null;
            /** @description ID of the entry, and the cursor for older ones. */
            id: string;
            /** @description The first names, if it is about several. */
            names: string[];
            /** @description What it was done to. Null: the workspace itself. */
            subject: {
                /** @description The name of a person. Null: none, or not a person. */
                displayName: string | null;
                /** @description Whether the code is still in the workspace, and not in the bin. Null: it is no code. */
                exists: boolean | null;
                /** @description ID of the code, key, member or invitation. */
                id: string;
                /** @description Null: it is gone, or nobody who is a member. */
                name: string | null;
            } | null;
        };
        /** @description One page of the audit log. */
        AuditPage: {
            /** @description Newest first. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description What visitor pages show of the workspace. */
        Brand: {
            /**
             * @description Where visitors go while a code is paused or expired: {"to": a web address}, to which they are redirected, or {"message": words}, which our page shows. Null: a page that says so.
             * @default null
             */
            afterwards: {
                /** @description At most 500 characters, line breaks included. */
                message?: string;
                /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
                to?: string;
            } | null;
            /**
             * @description A hex colour such as #1a1410, or null for a neutral page.
             * @default null
             */
            color: string | null;
            /**
             * @description Identifier of a logo of yours, or null: none.
             * @default null
             */
            logoId: string | null;
            /**
             * @description One line, at most 100 characters, or null: none.
             * @default null
             */
            name: string | null;
            /**
             * @description Whether the pages say at their foot: Made with Tessera.
             * @default true
             */
            showFooter: boolean;
            /**
             * @description A web address by the rules of content of type url, or null: none. The pages of paused and expired codes have a button that leads there.
             * @default null
             */
            website: string | null;
        };
        /** @description The fields to change. */
        ChangeDomain: {
            /** @description True: share URLs use this domain instead of the one before. */
            isDefault: boolean;
        };
        /** @description A placement after a change. */
        ChangedPlacement: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description ID of the placement. */
            id: string;
            /** @description True while this copy is paused. */
            isPaused: boolean;
            /** @description Where the copy is; null for a blank copy. */
            name: string | null;
            /** @description Number of scans through it. */
            scanCount: number;
            /** @description Only after a move: scans through it that stay with the QR code they were made of, because they are older than those that are stored one by one. Missing if others could not be moved. */
            scansStayed?: number;
            /**
             * Format: uri
             * @description The URL that its image encodes.
             */
            shareUrl: string;
            /** @description The token in its share URL; it never changes. */
            token: string;
        };
        /** @description The fields to change. */
        ChangePlacement: {
            /** @description ID of another QR code of the workspace: moves the placement there with its scans. */
            codeId?: string;
            /** @description True pauses this copy only. */
            isPaused?: boolean;
            /** @description Where the copy is, at most 100 characters. Null: a blank copy, which is named when it has a place. */
            name?: string | null;
        };
        /** @description The fields to change. You can also send a whole QR code as you read it. */
        ChangeQrCode: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor?: string;
            /** @description A label of your own, at most 100 characters. Blank becomes null. */
            category?: string | null;
            /** @description The content, in a form that its type accepts. At most 2953 bytes of UTF-8 at level L, 2331 at M, 1663 at Q, 1273 at H. */
            content?: string;
            /**
             * @description Error correction level.
             * @enum {string}
             */
            errorCorrection?: "L" | "M" | "Q" | "H";
            /**
             * Format: date-time
             * @description An ISO 8601 time in the future, which stays as set. Null: automatic, a year after creation and then after the last scan.
             */
            expiresAt?: string | null;
            /** @description Your own id of the code, 1 to 200 printable characters. Unique in the workspace; case matters. */
            externalId?: string | null;
            /** @description A hex colour such as #1a1410. */
            foregroundColor?: string;
            /** @description True if you marked it as a favourite. */
            isFavorite?: boolean;
            /** @description False pauses the code. */
            isPublic?: boolean;
            /** @description Not blank, at most 100 characters. */
            name?: string;
            /** @description Pixels, 128 to 2048. */
            size?: number;
        };
        /** @description The fields to change. A style is replaced as a whole. */
        ChangeSavedStyle: {
            /** @description New QR codes get this look. At most one style has it; setting it here unsets it on the other. */
            isDefault?: boolean;
            /** @description Not blank, at most 100 characters. */
            name?: string;
            style?: components["schemas"]["StyleToSet"];
        };
        /** @description The fields to change. */
        ChangeTag: {
            /** @description A hex colour such as #1a1410. */
            color?: string;
            /** @description At most 100 characters. No two tags of a workspace differ only in case. */
            name?: string;
        };
        /** @description The fields to change. */
        ChangeWebhook: {
            /** @description The event types to send. */
            events?: ("qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired")[];
            /** @description False disables the webhook. Events are then not sent, and not sent later either. */
            isActive?: boolean;
            /** @description The URL that receives events: https, on the public internet. */
            url?: string;
        };
        /** @description What the scans of a code show. */
        CodeInsights: {
            /** @description Scans per browser, most first. */
            byBrowser: {
                /** @description Browser name, or Unknown. */
                browser: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per known city, most first. At most 1000 cities. */
            byCity: {
                /** @description City name. */
                city: string;
                /** @description Country code. */
                country: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per country, most first. */
            byCountry: {
                /** @description Country code, or Unknown. */
                country: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per device class, most first. */
            byDevice: {
                /** @description Device class, or Unknown. */
                device: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per hour of the week, from Monday 00:00 in the zone. */
            byHour: number[];
            /** @description Scans per operating system, most first. */
            byOs: {
                /** @description Operating system, or Unknown. */
                os: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per placement of the code, most first; with 0 scans if the code has at most 50 placements. At most 1000 placements; none for several codes. */
            byPlacement: {
                /** @description Where the copy is; null for a blank copy. */
                name: string | null;
                /** @description ID of the placement. */
                placement: string;
                /** @description Scans in the period it is compared with. Null without such a period, if the placement was created after it began, and if it begins or ends in the midst of a UTC day whose scans are no longer stored one by one. */
                previousScans: number | null;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per rule, most first. */
            byRule: {
                /** @description ID of the rule. */
                rule: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per variant, most first. */
            byVariant: {
                /** @description Number of scans. */
                scans: number;
                /** @description ID of the variant. */
                variant: string;
            }[];
            /** @description Number of different known cities. */
            cities: number;
            /** @description Number of different known countries. */
            countries: number;
            /**
             * Format: date
             * @description The first day from which everything is exact. Earlier scans are no longer stored one by one, so they are missing with a filter, and at the edges of days of another zone than UTC. Null if everything is exact.
             */
            exactFrom: string | null;
            /**
             * Format: date
             * @description The first day, in the zone.
             */
            from: string;
            /**
             * @description The steps of the timeline.
             * @enum {string}
             */
            interval: "hour" | "day" | "week" | "month";
            /** @description Visitors that were counted. There were at least as many; exactly as many if `visitors` is not null. Null with a filter, and in another zone than the workspace's. */
            knownVisitors: number | null;
            /** @description The period it is compared with. Null if there is none, and with a filter if its scans are no longer stored one by one. */
            previous: {
                /**
                 * Format: date
                 * @description The first day, in the zone.
                 */
                from: string;
                /** @description Scans in that period. */
                scans: number;
                /**
                 * Format: date
                 * @description The last day. If today is in the period, it counts up to the same time of day.
                 */
                to: string;
                /** @description Different visitors of a code on a day, added up over days and codes. Null with a filter, in another zone than the workspace's, and if they were not counted on every day. */
                visitors: number | null;
            } | null;
            /** @description Scans in the period. */
            scans: number;
            /** @description Every step of the period, oldest first, from the first code on. */
            timeline: {
                /** @description Scans in the same step of the period it is compared with. Null without such a period. */
                previousScans: number | null;
                /** @description Number of scans. */
                scans: number;
                /** @description The first day of the step as YYYY-MM-DD, or the hour with its offset from UTC. */
                start: string;
                /** @description Different visitors of a code on a day, added up over days and codes. Null with a filter, in another zone than the workspace's, and if they were not counted on every day. */
                visitors: number | null;
            }[];
            /** @description The zone of all days and hours. */
            timezone: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Different visitors of a code on a day, added up over days and codes. Null with a filter, in another zone than the workspace's, and if they were not counted on every day. */
            visitors: number | null;
        };
        /** @description A domain to add. Unknown fields are ignored. */
        CreateDomain: {
            /** @description A host name such as go.example.com, without scheme, port and path. Letters beyond ASCII become Punycode. */
            host: string;
        };
        /** @description The created placements. */
        CreatedPlacements: {
            /** @description In the order of the request. */
            data: components["schemas"]["Placement"][];
        };
        /** @description A created QR code. */
        CreatedQrCode: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor: string;
            /** @description Null if none is set. */
            category: string | null;
            /** @description The content, exactly as sent. */
            content: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * @description Error correction level.
             * @enum {string}
             */
            errorCorrection: "L" | "M" | "Q" | "H";
            /**
             * Format: date-time
             * @description When it expires. Scans extend it, unless you set the time.
             */
            expiresAt: string;
            /** @description Your own id of the QR code; left out if none is set. */
            externalId?: string;
            /** @description A hex colour such as #1a1410. */
            foregroundColor: string;
            /** @description ID of the QR code. */
            id: string;
            /** @description The name of the QR code. */
            name: string;
            /** @description The token in the share URL; it never changes. */
            shareToken: string;
            /**
             * Format: uri
             * @description The URL that the image encodes and visitors open.
             */
            shareUrl: string;
            /** @description Pixels, 128 to 2048. */
            size: number;
            /**
             * @description The type of the content.
             * @enum {string}
             */
            type: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
        };
        /** @description The created QR codes. */
        CreatedQrCodes: {
            /** @description The created QR codes, in the order of the request. */
            data: components["schemas"]["CreatedQrCode"][];
        };
        /** @description The placements to create. */
        CreatePlacements: {
            /** @description 1 to 500 placements. */
            placements: {
                /** @description Where the copy is, at most 100 characters. Null: a blank copy, which is named when it has a place. */
                name: string | null;
                /** @description 3 to 40 of a-z, 0-9 and -, without - at the ends. */
                slug?: string;
            }[];
        };
        /** @description Unknown fields are ignored. */
        CreateQrCode: {
            /**
             * @description A hex colour such as #1a1410.
             * @default #ffffff
             */
            backgroundColor?: string;
            /**
             * @description A label of your own, at most 100 characters. Blank becomes null.
             * @default null
             */
            category?: string | null;
            /** @description The content, in a form that its type accepts. At most 2953 bytes of UTF-8 at level L, 2331 at M, 1663 at Q, 1273 at H. */
            content: string;
            /**
             * @description Error correction level.
             * @default M
             * @enum {string}
             */
            errorCorrection?: "L" | "M" | "Q" | "H";
            /**
             * Format: date-time
             * @description An ISO 8601 time in the future, which stays as set. Null: automatic, a year after creation and then after the last scan.
             */
            expiresAt?: string | null;
            /** @description Your own id of the code, 1 to 200 printable characters. Unique in the workspace; case matters. */
            externalId?: string | null;
            /**
             * @description A hex colour such as #1a1410.
             * @default #1a1410
             */
            foregroundColor?: string;
            /**
             * @description False pauses the code.
             * @default true
             */
            isPublic?: boolean;
            /** @description Not blank, at most 100 characters. */
            name: string;
            /**
             * @description Pixels, 128 to 2048.
             * @default 512
             */
            size?: number;
            /** @description 3 to 40 of a-z, 0-9 and -, without - at the ends. */
            slug?: string;
            /**
             * @description The type of the content.
             * @default url
             * @enum {string}
             */
            type?: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
        };
        /** @description The QR codes to create. */
        CreateQrCodes: {
            /** @description 1 to 500 QR codes, each with the fields of a single creation. */
            qrcodes: components["schemas"]["CreateQrCode"][];
        };
        /** @description A look to save under a name. */
        CreateSavedStyle: {
            /**
             * @description New QR codes get this look. At most one style has it; setting it here unsets it on the other.
             * @default false
             */
            isDefault?: boolean;
            /** @description Not blank, at most 100 characters. */
            name: string;
            style: components["schemas"]["StyleToSet"];
        };
        /** @description Unknown fields are ignored. */
        CreateTag: {
            /** @description A hex colour such as #2f7ed8; without it, one of twelve that few tags have. */
            color?: string;
            /** @description At most 100 characters. No two tags of a workspace differ only in case. */
            name: string;
        };
        /** @description A webhook to create. Unknown fields are ignored. */
        CreateWebhook: {
            /**
             * @description The event types to send.
             * @default [
             *       "qrcode.created",
             *       "qrcode.updated",
             *       "qrcode.deleted",
             *       "qrcode.scanned",
             *       "qrcode.expiring",
             *       "qrcode.expired"
             *     ]
             */
            events?: ("qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired")[];
            /**
             * @description False disables the webhook. Events are then not sent, and not sent later either.
             * @default true
             */
            isActive?: boolean;
            /** @description The URL that receives events: https, on the public internet. */
            url: string;
        };
        /** @description A delivery of one event to a webhook, with its request. */
        Delivery: {
            /** @description The beginning of the last response. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            createdAt: string;
            /** @description ID of the delivery: its webhook-id, the same for every attempt. */
            id: string;
            /**
             * Format: date-time
             * @description Null if it has not been sent yet.
             */
            lastTryAt: string | null;
            /**
             * Format: date-time
             * @description Null if there are no further attempts.
             */
            nextTryAt: string | null;
            /** @description Why the last attempt failed. */
            problem: string | null;
            /** @description ID of the QR code that the event is about; null for a test. */
            qrCodeId: string | null;
            /** @description Its name in the event, or the current name if the event is about scans. */
            qrCodeName: string | null;
            /** @description The request. */
            request: {
                /** @description The body. */
                body: string;
                /** @description The headers, without the signature. */
                headers: {
                    [key: string]: string;
                };
            };
            /**
             * @description failed: there are no further attempts.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            /** @description Status of the last response; null if there was none. */
            status: number | null;
            /** @description Number of attempts. */
            tries: number;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired" | "webhook.test";
        };
        /** @description One page of deliveries. */
        DeliveryPage: {
            /** @description Newest first. */
            data: components["schemas"]["ListedDelivery"][];
            /** @description Scans and other events that were not sent because too many were waiting or the webhook was off, since it was last enabled. */
            dropped: number;
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description A domain of your own for share URLs. */
        Domain: {
            /** @description The host name, in ASCII and lower case. */
            host: string;
            /** @description ID of the domain. */
            id: string;
            /** @description Whether share URLs use this domain. */
            isDefault: boolean;
            /** @description Whether the record was found, so that the domain serves your codes. */
            isVerified: boolean;
            /** @description The DNS record that proves that the domain is yours. */
            record: {
                /** @description The name of the record. */
                name: string;
                /**
                 * @description The type of the record.
                 * @enum {string}
                 */
                type: "TXT";
                /** @description The value of the record. */
                value: string;
            };
        };
        /** @description All domains. */
        DomainPage: {
            /** @description The domains. */
            data: components["schemas"]["Domain"][];
            /** @description Always null: there is one page. */
            nextCursor: null;
        };
        /** @description An error. There are only these five codes. */
        Error: {
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "validation_error" | "invalid_api_key" | "not_found" | "rate_limited" | "internal_error";
            /** @description The error as a sentence. */
            message: string;
            /** @description Identifies the request, as X-Request-Id does. Quote it in bug reports. */
            requestId: string;
        };
        /** @description A visit to explain. */
        ExplainRouting: {
            visit: components["schemas"]["RoutingVisit"];
        };
        /** @description What the scans of several codes show. */
        Insights: {
            /** @description Scans per browser, most first. */
            byBrowser: {
                /** @description Browser name, or Unknown. */
                browser: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per known city, most first. At most 1000 cities. */
            byCity: {
                /** @description City name. */
                city: string;
                /** @description Country code. */
                country: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description The codes with the most scans. */
            byCode: {
                /** @description ID of the QR code. */
                id: string;
                /** @description The name of the QR code. */
                name: string;
                /** @description Scans in the period it is compared with. Null without such a period, and if the code was created after it began. */
                previousScans: number | null;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per country, most first. */
            byCountry: {
                /** @description Country code, or Unknown. */
                country: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per device class, most first. */
            byDevice: {
                /** @description Device class, or Unknown. */
                device: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per hour of the week, from Monday 00:00 in the zone. */
            byHour: number[];
            /** @description Scans per operating system, most first. */
            byOs: {
                /** @description Operating system, or Unknown. */
                os: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per placement of the code, most first; with 0 scans if the code has at most 50 placements. At most 1000 placements; none for several codes. */
            byPlacement: {
                /** @description Where the copy is; null for a blank copy. */
                name: string | null;
                /** @description ID of the placement. */
                placement: string;
                /** @description Scans in the period it is compared with. Null without such a period, if the placement was created after it began, and if it begins or ends in the midst of a UTC day whose scans are no longer stored one by one. */
                previousScans: number | null;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per rule, most first. */
            byRule: {
                /** @description ID of the rule. */
                rule: string;
                /** @description Number of scans. */
                scans: number;
            }[];
            /** @description Scans per variant, most first. */
            byVariant: {
                /** @description Number of scans. */
                scans: number;
                /** @description ID of the variant. */
                variant: string;
            }[];
            /** @description Number of different known cities. */
            cities: number;
            /** @description Number of different known countries. */
            countries: number;
            /**
             * Format: date
             * @description The first day from which everything is exact. Earlier scans are no longer stored one by one, so they are missing with a filter, and at the edges of days of another zone than UTC. Null if everything is exact.
             */
            exactFrom: string | null;
            /**
             * Format: date
             * @description The first day, in the zone.
             */
            from: string;
            /**
             * @description The steps of the timeline.
             * @enum {string}
             */
            interval: "hour" | "day" | "week" | "month";
            /** @description Visitors that were counted. There were at least as many; exactly as many if `visitors` is not null. Null with a filter, and in another zone than the workspace's. */
            knownVisitors: number | null;
            /** @description The period it is compared with. Null if there is none, and with a filter if its scans are no longer stored one by one. */
            previous: {
                /**
                 * Format: date
                 * @description The first day, in the zone.
                 */
                from: string;
                /** @description Scans in that period. */
                scans: number;
                /**
                 * Format: date
                 * @description The last day. If today is in the period, it counts up to the same time of day.
                 */
                to: string;
                /** @description Different visitors of a code on a day, added up over days and codes. Null with a filter, in another zone than the workspace's, and if they were not counted on every day. */
                visitors: number | null;
            } | null;
            /** @description Scans in the period. */
            scans: number;
            /** @description Every step of the period, oldest first, from the first code on. */
            timeline: {
                /** @description Scans in the same step of the period it is compared with. Null without such a period. */
                previousScans: number | null;
                /** @description Number of scans. */
                scans: number;
                /** @description The first day of the step as YYYY-MM-DD, or the hour with its offset from UTC. */
                start: string;
                /** @description Different visitors of a code on a day, added up over days and codes. Null with a filter, in another zone than the workspace's, and if they were not counted on every day. */
                visitors: number | null;
            }[];
            /** @description The zone of all days and hours. */
            timezone: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Different visitors of a code on a day, added up over days and codes. Null with a filter, in another zone than the workspace's, and if they were not counted on every day. */
            visitors: number | null;
        };
        /** @description A delivery of one event to a webhook. */
        ListedDelivery: {
            /** @description The beginning of the last response. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            createdAt: string;
            /** @description ID of the delivery: its webhook-id, the same for every attempt. */
            id: string;
            /**
             * Format: date-time
             * @description Null if it has not been sent yet.
             */
            lastTryAt: string | null;
            /**
             * Format: date-time
             * @description Null if there are no further attempts.
             */
            nextTryAt: string | null;
            /** @description Why the last attempt failed. */
            problem: string | null;
            /** @description ID of the QR code that the event is about; null for a test. */
            qrCodeId: string | null;
            /** @description Its name in the event, or the current name if the event is about scans. */
            qrCodeName: string | null;
            /**
             * @description failed: there are no further attempts.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            /** @description Status of the last response; null if there was none. */
            status: number | null;
            /** @description Number of attempts. */
            tries: number;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired" | "webhook.test";
        };
        /** @description An image for the centre of QR codes. */
        Logo: {
            /**
             * Format: date-time
             * @description When it was first uploaded.
             */
            createdAt: string;
            /** @description Height in pixels, as stored. */
            height: number;
            /** @description ID of the logo. */
            id: string;
            /** @description Width in pixels, as stored. */
            width: number;
        };
        /** @description One page of logos. */
        LogoPage: {
            /** @description Newest first. */
            data: components["schemas"]["Logo"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description Error correction left in the worst block. Only for codes with a look. */
        Margin: {
            /** @description Wrong codewords that error correction can repair. */
            correctable: number;
            /** @description Codewords left for dirt and damage. */
            left: number;
            /** @description The same as a share of all codewords in the block. */
            share: number;
            /** @description Codewords covered by the logo. */
            spent: number;
        };
        /** @description The API key of the request. */
        Me: {
            /**
             * Format: date-time
             * @description When the key expires. Null: never.
             */
            endsAt: string | null;
            /** @description Requests the plan allows per window. */
            limit: number;
            /** @description What all workspaces of the account that created the key's workspace have taken together, and may take by the account's plan. Once that account is removed: of the key's workspace alone, by the workspace's plan. */
            links: {
                /** @description Their placements. */
                placements: {
                    /** @description The most. */
                    limit: number;
                    /** @description How many placements they have taken, deleted ones included. */
                    taken: number;
                };
                /** @description Their slugs. */
                slugs: {
                    /** @description The most. */
                    limit: number;
                    /** @description How many slugs they have taken, deleted ones included. */
                    taken: number;
                };
            };
            /** @description The name of the key. */
            name: string;
            /** @description The plan of the key's workspace. */
            plan: string;
            /** @description Requests left in the window after this one. */
            remaining: number;
            /**
             * @description full: read and change. read-only: only read.
             * @enum {string}
             */
            scope: "full" | "read-only";
        };
        /** @description The tag to merge into. */
        MergeTag: {
            /** @description ID of the tag that stays. */
            into: string;
        };
        /** @description A look that scans, and how it differs from the current one. */
        NearestLook: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor: string;
            /** @description Empty if the code scans as it is. */
            changes: {
                /** @description A field of the look, or a colour of the QR code. */
                field: string;
                /** @description The suggested value. */
                value: unknown;
            }[];
            /** @description A hex colour such as #1a1410. */
            foregroundColor: string;
            style: components["schemas"]["Style"];
        };
        /** @description A rule. */
        NewRoutingRule: {
            /** @description Chosen by you or given: up to 40 lower-case letters, digits and hyphens. Scans keep it. */
            id?: string;
            /** @description For people. */
            name: string;
            /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
            to: string;
            when: components["schemas"]["RoutingConditions"];
        };
        /** @description A variant. */
        NewRoutingVariant: {
            /** @description Chosen by you or given: up to 40 lower-case letters, digits and hyphens. Scans keep it. */
            id?: string;
            /** @description For people. */
            name: string;
            /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
            to: string;
            /** @description Its share, in relation to the other weights. */
            weight: number;
        };
        /** @description What visitors of a QR code read above what it holds. */
        Page: {
            /**
             * @description At most 2000 characters, line breaks included, or null: none.
             * @default null
             */
            text: string | null;
            /**
             * @description One line, at most 200 characters, or null: none.
             * @default null
             */
            title: string | null;
        };
        /** @description A copy of a QR code in one place, with its own share URL and numbers. */
        Placement: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description ID of the placement. */
            id: string;
            /** @description True while this copy is paused. */
            isPaused: boolean;
            /** @description Where the copy is; null for a blank copy. */
            name: string | null;
            /** @description Number of scans through it. */
            scanCount: number;
            /**
             * Format: uri
             * @description The URL that its image encodes.
             */
            shareUrl: string;
            /** @description The token in its share URL; it never changes. */
            token: string;
        };
        /** @description One page of placements. */
        PlacementPage: {
            /** @description In the order of sort. */
            data: components["schemas"]["Placement"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description A QR code with all its fields. */
        QrCode: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor: string;
            /** @description Null if none is set. */
            category: string | null;
            /** @description The content, exactly as sent. */
            content: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * @description Error correction level.
             * @enum {string}
             */
            errorCorrection: "L" | "M" | "Q" | "H";
            /**
             * Format: date-time
             * @description When it expires. Scans extend it, unless you set the time.
             */
            expiresAt: string;
            /** @description Your own id of the QR code; left out if none is set. */
            externalId?: string;
            /** @description A hex colour such as #1a1410. */
            foregroundColor: string;
            /** @description ID of the QR code. */
            id: string;
            /** @description True if you marked it as a favourite. */
            isFavorite: boolean;
            /** @description False while the code is paused. */
            isPublic: boolean;
            /** @description The name of the QR code. */
            name: string;
            /** @description Number of scans. */
            scanCount: number;
            /** @description The token in the share URL; it never changes. */
            shareToken: string;
            /**
             * Format: uri
             * @description The URL that the image encodes and visitors open.
             */
            shareUrl: string;
            /** @description Pixels, 128 to 2048. */
            size: number;
            /**
             * @description The type of the content.
             * @enum {string}
             */
            type: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
            /**
             * Format: date-time
             * @description When its owner last changed it.
             */
            updatedAt: string;
        };
        /** @description A QR code was created. */
        QrCodeCreated: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "qrcode.created";
        };
        /** @description A QR code was deleted. Contains the code as it was before. */
        QrCodeDeleted: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "qrcode.deleted";
        };
        /** @description A QR code has expired. */
        QrCodeExpired: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "qrcode.expired";
        };
        /** @description A QR code expires in 14 days. */
        QrCodeExpiring: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "qrcode.expiring";
        };
        /** @description One page of QR codes. */
        QrCodePage: {
            /** @description Newest first. */
            data: components["schemas"]["QrCode"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description A QR code was scanned. */
        QrCodeScanned: {
            /** @description The scans of about 2 seconds. */
            data: {
                /** @description ID of the scanned QR code. */
                qrCodeId: string;
                /** @description Up to 200 scans, or up to 1,000 while the webhook is behind. */
                scans: components["schemas"]["ScanOfEvent"][];
            };
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "qrcode.scanned";
        };
        /** @description A QR code was updated or restored. */
        QrCodeUpdated: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "qrcode.updated";
        };
        /** @description Where a QR code leads other than to its content. */
        Routing: {
            /**
             * @description Where visitors go while a code is paused or expired: {"to": a web address}, to which they are redirected, or {"message": words}, which our page shows. Null: as the brand of the workspace says.
             * @default null
             */
            afterwards: {
                /** @description At most 500 characters, line breaks included. */
                message?: string;
                /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
                to?: string;
            } | null;
            /** @description Checked whenever routing is set: one that does not hold is refused. */
            examples: components["schemas"]["RoutingExample"][];
            /**
             * @description Parameters of the visited address are added to where it leads, unless that has them.
             * @default false
             */
            passQuery: boolean;
            /**
             * @description The ID of the scan is added as a parameter, unless it has one of that name.
             * @default false
             */
            passScanId: boolean;
            /** @description The first one whose conditions all hold decides. For codes of type url and social. */
            rules: components["schemas"]["RoutingRule"][];
            /** @description Visitors that no rule leads get one of these by chance, the same all day. Null: none. */
            split: {
                /** @description Two to ten. */
                variants: components["schemas"]["RoutingVariant"][];
            } | null;
            /**
             * Format: date-time
             * @description Before it, visitors get a page that says when. Null: at once.
             * @default null
             */
            startsAt: string | null;
        };
        /** @description All of them must hold; of several values of one, one must. */
        RoutingConditions: {
            /** @description Browsers, as in byBrowser. */
            browser?: string[];
            /** @description Country codes such as DE, or Unknown. */
            country?: string[];
            /** @description Device classes. */
            device?: ("mobile" | "tablet" | "desktop" | "tv" | "wearable" | "console" | "Unknown")[];
            /**
             * Format: date-time
             * @description When it begins.
             */
            from?: string;
            /** @description A time of day, which may pass midnight. */
            hours?: {
                /** @description As 11:00. */
                from: string;
                /** @description As 14:30, which is not included. */
                to: string;
            };
            /** @description Language tags such as de or pt-BR. A visitor has the one that suits best among those of all rules, by RFC 4647 lookup. */
            language?: string[];
            /** @description Operating systems, as in byOs. */
            os?: string[];
            /** @description IDs of placements, or none for the code's own link. */
            placement?: string[];
            /** @description Parameters of the visited address with these values. */
            query?: {
                [key: string]: string;
            };
            /** @description Of weekdays and hours. Default: the workspace's; what is set is kept. */
            timezone?: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            until?: string;
            /** @description From 1, Monday, to 7, Sunday. Hours that pass midnight belong to the day on which they begin. */
            weekdays?: number[];
        };
        /** @description A visit, and where it must lead. */
        RoutingExample: {
            /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
            to: string;
            visit: components["schemas"]["RoutingVisit"];
        };
        /** @description Where a visit would lead, and why. */
        RoutingExplanation: {
            /** @description The rules up to the one that matches, in their order. */
            checks: {
                /** @description A sentence. */
                because: string;
                /** @description Whether all its conditions hold. */
                matched: boolean;
                /** @description The ID of a rule. */
                rule: string;
            }[];
            /**
             * @description What decides.
             * @enum {string}
             */
            outcome: "not-started" | "rule" | "split" | "content";
            /** @description The ID of the rule that leads it. */
            rule: string | null;
            /** @description Where the visit leads. Null: to a page of ours, or to one of the split's variants. */
            to: string | null;
            /** @description Null: which variant a visitor gets depends on who they are. */
            variant: string | null;
        };
        /** @description A rule. */
        RoutingRule: {
            /** @description Chosen by you or given: up to 40 lower-case letters, digits and hyphens. Scans keep it. */
            id: string;
            /** @description For people. */
            name: string;
            /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
            to: string;
            when: components["schemas"]["RoutingConditions"];
        };
        /** @description A variant. */
        RoutingVariant: {
            /** @description Chosen by you or given: up to 40 lower-case letters, digits and hyphens. Scans keep it. */
            id: string;
            /** @description For people. */
            name: string;
            /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
            to: string;
            /** @description Its share, in relation to the other weights. */
            weight: number;
        };
        /** @description A visit; what is left out is unknown. */
        RoutingVisit: {
            /**
             * Format: date-time
             * @description Default: now.
             */
            at?: string;
            /** @description A browser, as in byBrowser. */
            browser?: string;
            /** @description A country code. */
            country?: string;
            /**
             * @description A device class.
             * @enum {string}
             */
            device?: "mobile" | "tablet" | "desktop" | "tv" | "wearable" | "console" | "Unknown";
            /** @description As in Accept-Language. */
            language?: string;
            /** @description An operating system, as in byOs. */
            os?: string;
            /** @description The ID of a placement, or none. */
            placement?: string;
            /** @description Parameters of the visited address. */
            query?: {
                [key: string]: string;
            };
        };
        /** @description A named look. Codes keep their copy when the style changes or is deleted. */
        SavedStyle: {
            /** @description ID of the style. */
            id: string;
            /** @description True for the style that new QR codes get. */
            isDefault: boolean;
            /** @description The name of the style. */
            name: string;
            style: components["schemas"]["Style"];
        };
        /** @description One page of saved looks. */
        SavedStylePage: {
            /** @description Newest first. */
            data: components["schemas"]["SavedStyle"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description One scan of a QR code. */
        Scan: {
            /** @description Browser name, or Unknown. */
            browser: string;
            /** @description Null if not known. */
            city: string | null;
            /** @description Country code, or Unknown. */
            country: string;
            /** @description Device class, such as mobile, or Unknown. */
            device: string;
            /** @description ID of the scan, and the cursor for older ones. */
            id: string;
            /** @description Decimal degrees; null if not known. */
            latitude: number | null;
            /** @description Decimal degrees; null if not known. */
            longitude: number | null;
            /** @description Operating system, or Unknown. */
            os: string;
            /** @description ID of the scanned QR code. */
            qrCodeId: string;
            /**
             * Format: date-time
             * @description When it was scanned.
             */
            scannedAt: string;
        };
        /** @description How well a QR code scans. */
        Scannability: {
            /** @description Suggestions to make it scan better. */
            advice: string[];
            /** @description Contrast of the two colours, 1 to 21. */
            contrastRatio: number;
            /**
             * @description A is best; F fails.
             * @enum {string}
             */
            grade: "A" | "B" | "C" | "D" | "F";
            /**
             * @description The error correction level drawn, which a logo may have raised. Only for codes with a look.
             * @enum {string}
             */
            level?: "L" | "M" | "Q" | "H";
            /** @description True for a light code on a dark background, which older readers cannot read. */
            lightOnDark: boolean;
            margin?: components["schemas"]["Margin"];
            /** @description False if it should not be printed as it is. */
            passes: boolean;
            /** @description The decoders that read the undamaged image at its own size; jsqr has up to four attempts. Only for codes with a look. */
            readBy?: ("zxing" | "jsqr")[];
            /** @description Whether the undamaged image can be read at its own size. */
            readsAsDrawn: boolean;
            /** @description The same in red light of 660 nm, which tills and many other scanners use, 1 to 21: the contrast of the red channel alone. */
            redLightContrast: number;
            /** @description Smallest recommended width when read at arm's length; null if it cannot be read at all. */
            smallestPrintMillimetres: number | null;
            /** @description 1 to 40. */
            symbolVersion: number;
            /** @description The results for each kind of damage. */
            trials: components["schemas"]["Trial"][];
        };
        /** @description One scan of a QR code. */
        ScanOfEvent: {
            /** @description Browser name, or Unknown. */
            browser: string;
            /** @description Null if not known. */
            city: string | null;
            /** @description Country code, or Unknown. */
            country: string;
            /** @description Device class, such as mobile, or Unknown. */
            device: string;
            /** @description ID of the scan, and the cursor for older ones. */
            id: string;
            /** @description Decimal degrees; null if not known. */
            latitude: number | null;
            /** @description Decimal degrees; null if not known. */
            longitude: number | null;
            /** @description Operating system, or Unknown. */
            os: string;
            /** @description The placement it was scanned through, if any. */
            placement?: {
                /** @description ID of the placement. */
                id: string;
                /** @description Where the copy is; null for a blank copy. */
                name: string | null;
            };
            /** @description ID of the scanned QR code. */
            qrCodeId: string;
            /**
             * Format: date-time
             * @description When it was scanned.
             */
            scannedAt: string;
        };
        /** @description One page of scans. */
        ScanPage: {
            /** @description Newest first. */
            data: components["schemas"]["Scan"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description What is left out has its default. Unknown fields are ignored. */
        SetBrand: {
            /**
             * @description Where visitors go while a code is paused or expired: {"to": a web address}, to which they are redirected, or {"message": words}, which our page shows. Null: a page that says so.
             * @default null
             */
            afterwards?: {
                /** @description At most 500 characters, line breaks included. */
                message?: string;
                /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
                to?: string;
            } | null;
            /**
             * @description A hex colour such as #1a1410, or null for a neutral page.
             * @default null
             */
            color?: string | null;
            /**
             * @description Identifier of a logo of yours, or null: none.
             * @default null
             */
            logoId?: string | null;
            /**
             * @description One line, at most 100 characters, or null: none.
             * @default null
             */
            name?: string | null;
            /**
             * @description Whether the pages say at their foot: Made with Tessera.
             * @default true
             */
            showFooter?: boolean;
            /**
             * @description A web address by the rules of content of type url, or null: none. The pages of paused and expired codes have a button that leads there.
             * @default null
             */
            website?: string | null;
        };
        /** @description What is left out is null. Unknown fields are ignored. */
        SetPage: {
            /**
             * @description At most 2000 characters, line breaks included, or null: none.
             * @default null
             */
            text?: string | null;
            /**
             * @description One line, at most 200 characters, or null: none.
             * @default null
             */
            title?: string | null;
        };
        /** @description What is left out goes back to its default. Unknown fields are ignored. */
        SetRouting: {
            /**
             * @description Where visitors go while a code is paused or expired: {"to": a web address}, to which they are redirected, or {"message": words}, which our page shows. Null: as the brand of the workspace says.
             * @default null
             */
            afterwards?: {
                /** @description At most 500 characters, line breaks included. */
                message?: string;
                /** @description A web address by the rules of content of type url; {placement} stands for the copy's name. */
                to?: string;
            } | null;
            /**
             * @description Checked whenever routing is set: one that does not hold is refused.
             * @default []
             */
            examples?: components["schemas"]["RoutingExample"][];
            /**
             * @description Parameters of the visited address are added to where it leads, unless that has them.
             * @default false
             */
            passQuery?: boolean;
            /**
             * @description The ID of the scan is added as a parameter, unless it has one of that name.
             * @default false
             */
            passScanId?: boolean;
            /**
             * @description The first one whose conditions all hold decides. For codes of type url and social.
             * @default []
             */
            rules?: components["schemas"]["NewRoutingRule"][];
            /**
             * @description Visitors that no rule leads get one of these by chance, the same all day. Null: none.
             * @default null
             */
            split?: {
                /** @description Two to ten. */
                variants: components["schemas"]["NewRoutingVariant"][];
            } | null;
            /**
             * Format: date-time
             * @description Before it, visitors get a page that says when. Null: at once.
             * @default null
             */
            startsAt?: string | null;
        };
        /** @description A look, or the styleId of a saved one. Omitted fields get their default. */
        SetStyle: {
            /**
             * @description The shape inside the rings.
             * @default square
             * @enum {string}
             */
            eyeBall?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A hex colour such as #1a1410, or null for the colour of the modules.
             * @default null
             */
            eyeColor?: string | null;
            /**
             * @description The shape of the three rings in the corners. Readers based on OpenCV, as in some gates and kiosks, find only square ones.
             * @default square
             * @enum {string}
             */
            eyeFrame?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A frame around the code; null for none.
             * @default null
             */
            frame?: {
                /**
                 * @description A hex colour such as #1a1410.
                 * @default #1a1410
                 */
                color?: string;
                /**
                 * @description Its shape.
                 * @default label
                 * @enum {string}
                 */
                kind?: "label" | "banner" | "badge" | "ticket";
                /**
                 * @description At most 30 characters: Latin, Cyrillic or Greek.
                 * @default Scan me
                 */
                text?: string;
            } | null;
            /**
             * @description A gradient from the foreground colour to another one; null for none.
             * @default null
             */
            gradient?: {
                /**
                 * @description Degrees: 0 runs to the right, 90 down.
                 * @default 0
                 */
                angle?: number;
                /**
                 * @description Along a line, or from the centre.
                 * @default linear
                 * @enum {string}
                 */
                kind?: "linear" | "radial";
                /** @description A hex colour such as #1a1410. */
                to: string;
            } | null;
            /**
             * @description An image in the centre; null for none.
             * @default null
             */
            logo?: {
                /** @description ID of one of your logos. */
                id: string;
                /**
                 * @description Its longer side as a share of the symbol's, 0.1 to 0.3.
                 * @default 0.2
                 */
                scale?: number;
            } | null;
            /**
             * @description The shape of the modules.
             * @default square
             * @enum {string}
             */
            modules?: "square" | "rounded" | "dots" | "classy" | "diamond";
            /**
             * @description Modules of background on each side, 4 to 10.
             * @default 4
             */
            quietZone?: number;
            /** @description ID of one of your styles, which is copied. All other fields are ignored. */
            styleId?: string;
            /**
             * @description Draws no background. Scannability is checked on the background colour.
             * @default false
             */
            transparent?: boolean;
        };
        /** @description The tags of a QR code. */
        SetTags: {
            /** @description All tags of the code, at most 20. */
            tags: string[];
        };
        /** @description Campaign parameters under a name. */
        SetUtmPreset: {
            /**
             * @description The value of utm_campaign, one line of at most 200 characters, or null: none.
             * @default null
             */
            campaign?: string | null;
            /**
             * @description The value of utm_content, one line of at most 200 characters, or null: none.
             * @default null
             */
            content?: string | null;
            /**
             * @description The value of utm_medium, one line of at most 200 characters, or null: none.
             * @default null
             */
            medium?: string | null;
            /** @description One line, at most 100 characters; no other preset has it. */
            name: string;
            /**
             * @description The value of utm_source, one line of at most 200 characters, or null: none.
             * @default null
             */
            source?: string | null;
            /**
             * @description The value of utm_term, one line of at most 200 characters, or null: none.
             * @default null
             */
            term?: string | null;
        };
        /** @description Values that are left out are null. Unknown fields are ignored. */
        SetUtmPresets: {
            /** @description All presets, at most 100, in the order in which they are shown. */
            presets: components["schemas"]["SetUtmPreset"][];
        };
        /** @description Whether a slug can be chosen. */
        SlugState: {
            /** @description True if it can be chosen now. */
            isFree: boolean;
            /** @description Why it cannot be chosen; null if it can. */
            reason: string | null;
            /** @description The slug in lower case. */
            slug: string;
        };
        /** @description The look of a QR code in addition to its two colours. */
        Style: {
            /**
             * @description The shape inside the rings.
             * @default square
             * @enum {string}
             */
            eyeBall: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A hex colour such as #1a1410, or null for the colour of the modules.
             * @default null
             */
            eyeColor: string | null;
            /**
             * @description The shape of the three rings in the corners. Readers based on OpenCV, as in some gates and kiosks, find only square ones.
             * @default square
             * @enum {string}
             */
            eyeFrame: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A frame around the code; null for none.
             * @default null
             */
            frame: {
                /**
                 * @description A hex colour such as #1a1410.
                 * @default #1a1410
                 */
                color: string;
                /**
                 * @description Its shape.
                 * @default label
                 * @enum {string}
                 */
                kind: "label" | "banner" | "badge" | "ticket";
                /**
                 * @description At most 30 characters: Latin, Cyrillic or Greek.
                 * @default Scan me
                 */
                text: string;
            } | null;
            /**
             * @description A gradient from the foreground colour to another one; null for none.
             * @default null
             */
            gradient: {
                /**
                 * @description Degrees: 0 runs to the right, 90 down.
                 * @default 0
                 */
                angle: number;
                /**
                 * @description Along a line, or from the centre.
                 * @default linear
                 * @enum {string}
                 */
                kind: "linear" | "radial";
                /** @description A hex colour such as #1a1410. */
                to: string;
            } | null;
            /**
             * @description An image in the centre; null for none.
             * @default null
             */
            logo: {
                /** @description ID of one of your logos. */
                id: string;
                /**
                 * @description Its longer side as a share of the symbol's, 0.1 to 0.3.
                 * @default 0.2
                 */
                scale: number;
            } | null;
            /**
             * @description The shape of the modules.
             * @default square
             * @enum {string}
             */
            modules: "square" | "rounded" | "dots" | "classy" | "diamond";
            /**
             * @description Modules of background on each side, 4 to 10.
             * @default 4
             */
            quietZone: number;
            /**
             * @description Draws no background. Scannability is checked on the background colour.
             * @default false
             */
            transparent: boolean;
        };
        /** @description The look of a QR code in addition to its two colours. Omitted fields get their default. */
        StyleToSet: {
            /**
             * @description The shape inside the rings.
             * @default square
             * @enum {string}
             */
            eyeBall?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A hex colour such as #1a1410, or null for the colour of the modules.
             * @default null
             */
            eyeColor?: string | null;
            /**
             * @description The shape of the three rings in the corners. Readers based on OpenCV, as in some gates and kiosks, find only square ones.
             * @default square
             * @enum {string}
             */
            eyeFrame?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A frame around the code; null for none.
             * @default null
             */
            frame?: {
                /**
                 * @description A hex colour such as #1a1410.
                 * @default #1a1410
                 */
                color?: string;
                /**
                 * @description Its shape.
                 * @default label
                 * @enum {string}
                 */
                kind?: "label" | "banner" | "badge" | "ticket";
                /**
                 * @description At most 30 characters: Latin, Cyrillic or Greek.
                 * @default Scan me
                 */
                text?: string;
            } | null;
            /**
             * @description A gradient from the foreground colour to another one; null for none.
             * @default null
             */
            gradient?: {
                /**
                 * @description Degrees: 0 runs to the right, 90 down.
                 * @default 0
                 */
                angle?: number;
                /**
                 * @description Along a line, or from the centre.
                 * @default linear
                 * @enum {string}
                 */
                kind?: "linear" | "radial";
                /** @description A hex colour such as #1a1410. */
                to: string;
            } | null;
            /**
             * @description An image in the centre; null for none.
             * @default null
             */
            logo?: {
                /** @description ID of one of your logos. */
                id: string;
                /**
                 * @description Its longer side as a share of the symbol's, 0.1 to 0.3.
                 * @default 0.2
                 */
                scale?: number;
            } | null;
            /**
             * @description The shape of the modules.
             * @default square
             * @enum {string}
             */
            modules?: "square" | "rounded" | "dots" | "classy" | "diamond";
            /**
             * @description Modules of background on each side, 4 to 10.
             * @default 4
             */
            quietZone?: number;
            /**
             * @description Draws no background. Scannability is checked on the background colour.
             * @default false
             */
            transparent?: boolean;
        };
        /** @description A tag. */
        Tag: {
            /** @description A hex colour such as #1a1410. */
            color: string;
            /** @description ID of the tag. */
            id: string;
            /** @description At most 100 characters. No two tags of a workspace differ only in case. */
            name: string;
        };
        /** @description All tags of a workspace. */
        Tags: {
            /** @description By name. */
            data: components["schemas"]["Tag"][];
        };
        /** @description The tags of a QR code. */
        TagsOfQrCode: {
            /** @description By name. */
            tags: string[];
        };
        /** @description Counted and uncounted visits, by reason. */
        Traffic: {
            /** @description Scans in the period. */
            counted: number;
            missed: components["schemas"]["UncountedVisits"];
            /** @description Every day of the period, oldest first. */
            timeline: {
                /** @description Scans on that day. */
                counted: number;
                /**
                 * Format: date
                 * @description YYYY-MM-DD, UTC.
                 */
                date: string;
                missed: components["schemas"]["UncountedVisits"];
            }[];
        };
        /** @description One kind of damage, and how much of it the code tolerates. */
        Trial: {
            /**
             * @description A is best; F fails.
             * @enum {string}
             */
            grade: "A" | "B" | "C" | "D" | "F";
            /**
             * @description The kind of damage.
             * @enum {string}
             */
            name: "smallPrint" | "coveredArea" | "printContrast" | "perspective" | "rotation";
            /** @description The result as a sentence. */
            sentence: string;
            /** @description The most damage at which the code was read; null if it could not be read at all. */
            survived: number | null;
            /** @description The unit of the damage. */
            unit: string;
        };
        /** @description Visits that were not counted, by reason. */
        UncountedVisits: {
            /** @description Known crawlers. */
            crawler: number;
            /** @description Visits before the startsAt of its routing. */
            early: number;
            /** @description Visits after the code had expired. */
            expired: number;
            /** @description HEAD requests. */
            head: number;
            /** @description Visits while the code was paused. */
            paused: number;
            /** @description Browser prefetches. */
            prefetch: number;
            /** @description Link previews by messengers and social networks. */
            preview: number;
        };
        /** @description Campaign parameters under a name. */
        UtmPreset: {
            /**
             * @description The value of utm_campaign, one line of at most 200 characters, or null: none.
             * @default null
             */
            campaign: string | null;
            /**
             * @description The value of utm_content, one line of at most 200 characters, or null: none.
             * @default null
             */
            content: string | null;
            /**
             * @description The value of utm_medium, one line of at most 200 characters, or null: none.
             * @default null
             */
            medium: string | null;
            /** @description One line, at most 100 characters; no other preset has it. */
            name: string;
            /**
             * @description The value of utm_source, one line of at most 200 characters, or null: none.
             * @default null
             */
            source: string | null;
            /**
             * @description The value of utm_term, one line of at most 200 characters, or null: none.
             * @default null
             */
            term: string | null;
        };
        /** @description The campaign parameters that a workspace keeps. */
        UtmPresets: {
            /** @description In the order in which they were set. */
            presets: components["schemas"]["UtmPreset"][];
        };
        /** @description The request is not valid. */
        ValidationError: {
            /** @description Every invalid field. */
            details: {
                /** @description The field, parameter or header that is not valid. */
                field: string;
                /** @description What is wrong, and what is accepted. */
                message: string;
            }[];
            /**
             * @description The error code.
             * @constant
             */
            error: "validation_error";
            /** @description The error as a sentence. */
            message: string;
            /** @description Identifies the request, as X-Request-Id does. Quote it in bug reports. */
            requestId: string;
        };
        /** @description A content of a QR code, and when the code had it. */
        Version: {
            /** @description The content. */
            content: string;
            /**
             * Format: date-time
             * @description When it became the content.
             */
            from: string;
            /** @description Scans in that time. */
            scanCount: number;
            /**
             * Format: date-time
             * @description When it was replaced. Null for the current version.
             */
            until: string | null;
            /** @description Version number. The first content is 1. */
            version: number;
        };
        /** @description One page of versions. */
        VersionPage: {
            /** @description Newest first, including the current version. */
            data: components["schemas"]["Version"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description A webhook. */
        Webhook: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The event types to send. */
            events: ("qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired")[];
            /** @description ID of the webhook. */
            id: string;
            /** @description False disables the webhook. Events are then not sent, and not sent later either. */
            isActive: boolean;
            /** @description The URL that receives events. Read-only keys and viewers see only its host, such as https://hooks.example.com/…, because the rest may be secret. */
            url: string;
        };
        /** @description Whether a webhook's events are delivered. */
        WebhookHealth: {
            /** @description Scans and other events that were not sent because too many were waiting or the webhook was off, since it was last enabled. */
            dropped: number;
            /**
             * Format: date-time
             * @description When the next delivery is sent. Null if none is waiting.
             */
            nextTryAt: string | null;
            /** @description The reason. Null if it is ok, or if you disabled it. */
            problem: string | null;
            /**
             * Format: date-time
             * @description When it began to fail, or when the service disabled it.
             */
            since: string | null;
            /**
             * @description ok: the last event was accepted, or none was sent yet. failing: the last event was not accepted. off: the webhook is disabled, or the account of its creator is suspended.
             * @enum {string}
             */
            state: "ok" | "failing" | "off";
            /** @description Number of waiting deliveries. */
            waiting: number;
        };
        /** @description All webhooks. */
        WebhookPage: {
            /** @description Newest first. */
            data: components["schemas"]["Webhook"][];
            /** @description Always null: a workspace can have 20 webhooks. */
            nextCursor: string | null;
        };
        /** @description A test event was requested. */
        WebhookTest: {
            /** @description The webhook under test. */
            data: {
                /** @description ID of the webhook. */
                webhookId: string;
            };
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "webhook.test";
        };
        /** @description A webhook with its secret. */
        WebhookWithSecret: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The event types to send. */
            events: ("qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired")[];
            /** @description ID of the webhook. */
            id: string;
            /** @description False disables the webhook. Events are then not sent, and not sent later either. */
            isActive: boolean;
            /** @description The signing secret. It is shown only once. */
            secret: string;
            /** @description The URL that receives events. Read-only keys and viewers see only its host, such as https://hooks.example.com/…, because the rest may be secret. */
            url: string;
        };
    };
    responses: {
        /** @description internal_error: an error in the service; try again later. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    error?: "internal_error";
                };
            };
        };
        /** @description invalid_api_key: the key is missing, malformed, revoked, expired or read-only. */
        InvalidApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    error?: "invalid_api_key";
                };
            };
        };
        /** @description not_found: it does not exist, or it is not yours. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    error?: "not_found";
                };
            };
        };
        /** @description rate_limited: the rate limit is used up; wait until X-RateLimit-Reset. */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    error?: "rate_limited";
                };
            };
        };
        /** @description validation_error: the request is not valid; details lists every invalid field. */
        ValidationError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAudit: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous log's page. */
                cursor?: string;
                /** @description The first day, such as 2026-01-31. */
                from?: string;
                /** @description Only actions of this kind: the first part of their name. */
                kind?: "code" | "key" | "look" | "tag" | "view" | "webhook" | "domain" | "member" | "workspace" | "export" | "sign-in";
                /** @description Page size, 1 to 500. */
                limit?: number;
                /** @description Zone of the first and last day, such as Europe/Berlin. Default: UTC. */
                timezone?: string;
                /** @description The last day, such as 2026-01-31. */
                to?: string;
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the audit log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /** @description The first day, such as 2026-01-31. */
                from?: string;
                /** @description Only actions of this kind: the first part of their name. */
                kind?: "code" | "key" | "look" | "tag" | "view" | "webhook" | "domain" | "member" | "workspace" | "export" | "sign-in";
                /** @description Zone of the first and last day, such as Europe/Berlin. Default: UTC. */
                timezone?: string;
                /** @description The last day, such as 2026-01-31. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readBrand: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    setBrand: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description What is left out has its default. Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetBrand"];
            };
        };
        responses: {
            /** @description The brand as set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All domains. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A domain to add. Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomain"];
            };
        };
        responses: {
            /** @description The domain, not yet verified. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the domain. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the domain. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    changeDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the domain. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeDomain"];
            };
        };
        responses: {
            /** @description The updated domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the domain. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verified domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readInsights: {
        parameters: {
            query?: {
                /** @description Only scans with these browsers. */
                browser?: string[];
                /** @description Only codes in this category. */
                category?: string;
                /** @description Only scans in cities of these names. */
                city?: string[];
                /** @description How many codes byCode lists. */
                codes?: number;
                /** @description What to compare with: as many days before, the same days a year before, or nothing. A running day is compared up to the same time of day. */
                compare?: "previous" | "year" | "none";
                /** @description Only scans in these countries: codes such as DE, or Unknown. */
                country?: string[];
                /** @description Only scans with these device classes, such as mobile. */
                device?: string[];
                /** @description A first day as YYYY-MM-DD, instead of period. */
                from?: string;
                /** @description Only scans in these hours of the week, from 0 for Monday 00:00 to 167 for Sunday 23:00 in the zone. */
                hour?: number[];
                /** @description Only these codes, up to 100. */
                ids?: string[];
                /** @description The steps of the timeline; weeks start on Monday. Default: hours up to 2 days, days up to 92, weeks up to 2 years, then months. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Only scans with these operating systems. */
                os?: string[];
                /** @description Days up to today, today included: 7d, 28d (the default), 30d and 90d by number, 12mo a year, month and year since their first day, all since the first code. */
                period?: "today" | "yesterday" | "7d" | "28d" | "30d" | "90d" | "12mo" | "month" | "year" | "all";
                /** @description Only scans through these placements: their IDs, or none for the code's own link and deleted placements. */
                placement?: string[];
                /** @description Only scans that these rules led: their IDs. */
                rule?: string[];
                /** @description Only codes with this tag; with several, as in tag=…&tag=…, only codes with all of them. */
                tag?: string[];
                /** @description An IANA time zone such as Europe/Berlin. Default: the workspace's. */
                timezone?: string;
                /** @description A last day as YYYY-MM-DD. Without it, and for days to come: today. */
                to?: string;
                /** @description Only codes of this type. */
                type?: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
                /** @description Only scans that a split led to these variants: their IDs. */
                variant?: string[];
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insights of the period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insights"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    exportInsights: {
        parameters: {
            query?: {
                /** @description Only scans with these browsers. */
                browser?: string[];
                /** @description Only codes in this category. */
                category?: string;
                /** @description Only scans in cities of these names. */
                city?: string[];
                /** @description How many codes byCode lists. */
                codes?: number;
                /** @description What to compare with: as many days before, the same days a year before, or nothing. A running day is compared up to the same time of day. */
                compare?: "previous" | "year" | "none";
                /** @description Only scans in these countries: codes such as DE, or Unknown. */
                country?: string[];
                /** @description Only scans with these device classes, such as mobile. */
                device?: string[];
                /** @description A first day as YYYY-MM-DD, instead of period. */
                from?: string;
                /** @description Only scans in these hours of the week, from 0 for Monday 00:00 to 167 for Sunday 23:00 in the zone. */
                hour?: number[];
                /** @description Only these codes, up to 100. */
                ids?: string[];
                /** @description The steps of the timeline; weeks start on Monday. Default: hours up to 2 days, days up to 92, weeks up to 2 years, then months. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Only scans with these operating systems. */
                os?: string[];
                /** @description Days up to today, today included: 7d, 28d (the default), 30d and 90d by number, 12mo a year, month and year since their first day, all since the first code. */
                period?: "today" | "yesterday" | "7d" | "28d" | "30d" | "90d" | "12mo" | "month" | "year" | "all";
                /** @description Only scans through these placements: their IDs, or none for the code's own link and deleted placements. */
                placement?: string[];
                /** @description Only scans that these rules led: their IDs. */
                rule?: string[];
                /** @description Which list of the insights. */
                table?: "timeline" | "country" | "city" | "device" | "browser" | "os" | "placement" | "rule" | "variant" | "hour" | "code";
                /** @description Only codes with this tag; with several, as in tag=…&tag=…, only codes with all of them. */
                tag?: string[];
                /** @description An IANA time zone such as Europe/Berlin. Default: the workspace's. */
                timezone?: string;
                /** @description A last day as YYYY-MM-DD. Without it, and for days to come: today. */
                to?: string;
                /** @description Only codes of this type. */
                type?: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
                /** @description Only scans that a split led to these variants: their IDs. */
                variant?: string[];
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listLogos: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous logos' page. */
                cursor?: string;
                /** @description Page size, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of logos. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/svg+xml": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The logo. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Logo"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the logo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The logo. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Logo"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the logo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The logo is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    drawLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the logo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listCodes: {
        parameters: {
            query?: {
                /** @description Only codes in this category. */
                category?: string;
                /** @description nextCursor of the previous list's page. */
                cursor?: string;
                /** @description Only the code with this id of yours. */
                externalId?: string;
                /** @description Only favourites, or only codes that are not. */
                favorite?: boolean;
                /** @description Page size, 1 to 500. */
                limit?: number;
                /** @description Text to find in the name, the content, the slug, or the slugs and names of placements; or a share URL or token. */
                q?: string;
                /** @description Only codes in this state. quiet: active codes that had scans, but none for 30 days. deleted: codes in the bin, which can be restored for 30 days. */
                state?: "active" | "paused" | "expired" | "quiet" | "deleted";
                /** @description Only codes with this tag; with several, as in tag=…&tag=…, only codes with all of them. */
                tag?: string[];
                /** @description The type of the content. */
                type?: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of QR codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCodePage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating the same key and body within 24 hours returns the first response; with another body it is a 400. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQrCode"];
            };
        };
        responses: {
            /** @description The created QR code. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedQrCode"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code is in the bin. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    changeCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. You can also send a whole QR code as you read it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeQrCode"];
                "application/merge-patch+json": components["schemas"]["ChangeQrCode"];
            };
        };
        responses: {
            /** @description The updated QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readAnalytics: {
        parameters: {
            query?: {
                /** @description Number of UTC days, including today. */
                days?: number;
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics of the period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    drawCode: {
        parameters: {
            query?: {
                /** @description True returns the image as an attachment. */
                download?: boolean;
                /** @description share: the share URL, so that scans are counted. content: the content itself, which works without the service. */
                encode?: "share" | "content";
                /** @description The file format. */
                format?: "png" | "svg" | "pdf";
                /** @description own: in the code's colours. black: in black on white, which a PDF writes as the ink black alone (C0 M0 Y0 K100), for print shops. */
                ink?: "own" | "black";
                /** @description Printed width in millimetres, stored in the image. Default for a PDF: its size at 300 dots per inch. */
                millimetres?: number;
                /** @description Width in pixels. Default: the size of the code. */
                size?: number;
                /** @description own: with the code's look. plain: squares in its colours. */
                style?: "own" | "plain";
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/svg+xml": string;
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readCodeInsights: {
        parameters: {
            query?: {
                /** @description Only scans with these browsers. */
                browser?: string[];
                /** @description Only scans in cities of these names. */
                city?: string[];
                /** @description What to compare with: as many days before, the same days a year before, or nothing. A running day is compared up to the same time of day. */
                compare?: "previous" | "year" | "none";
                /** @description Only scans in these countries: codes such as DE, or Unknown. */
                country?: string[];
                /** @description Only scans with these device classes, such as mobile. */
                device?: string[];
                /** @description A first day as YYYY-MM-DD, instead of period. */
                from?: string;
                /** @description Only scans in these hours of the week, from 0 for Monday 00:00 to 167 for Sunday 23:00 in the zone. */
                hour?: number[];
                /** @description The steps of the timeline; weeks start on Monday. Default: hours up to 2 days, days up to 92, weeks up to 2 years, then months. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Only scans with these operating systems. */
                os?: string[];
                /** @description Days up to today, today included: 7d, 28d (the default), 30d and 90d by number, 12mo a year, month and year since their first day, all since the first code. */
                period?: "today" | "yesterday" | "7d" | "28d" | "30d" | "90d" | "12mo" | "month" | "year" | "all";
                /** @description Only scans through these placements: their IDs, or none for the code's own link and deleted placements. */
                placement?: string[];
                /** @description Only scans that these rules led: their IDs. */
                rule?: string[];
                /** @description An IANA time zone such as Europe/Berlin. Default: the workspace's. */
                timezone?: string;
                /** @description A last day as YYYY-MM-DD. Without it, and for days to come: today. */
                to?: string;
                /** @description Only scans that a split led to these variants: their IDs. */
                variant?: string[];
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insights of the period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeInsights"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    exportCodeInsights: {
        parameters: {
            query?: {
                /** @description Only scans with these browsers. */
                browser?: string[];
                /** @description Only scans in cities of these names. */
                city?: string[];
                /** @description What to compare with: as many days before, the same days a year before, or nothing. A running day is compared up to the same time of day. */
                compare?: "previous" | "year" | "none";
                /** @description Only scans in these countries: codes such as DE, or Unknown. */
                country?: string[];
                /** @description Only scans with these device classes, such as mobile. */
                device?: string[];
                /** @description A first day as YYYY-MM-DD, instead of period. */
                from?: string;
                /** @description Only scans in these hours of the week, from 0 for Monday 00:00 to 167 for Sunday 23:00 in the zone. */
                hour?: number[];
                /** @description The steps of the timeline; weeks start on Monday. Default: hours up to 2 days, days up to 92, weeks up to 2 years, then months. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Only scans with these operating systems. */
                os?: string[];
                /** @description Days up to today, today included: 7d, 28d (the default), 30d and 90d by number, 12mo a year, month and year since their first day, all since the first code. */
                period?: "today" | "yesterday" | "7d" | "28d" | "30d" | "90d" | "12mo" | "month" | "year" | "all";
                /** @description Only scans through these placements: their IDs, or none for the code's own link and deleted placements. */
                placement?: string[];
                /** @description Only scans that these rules led: their IDs. */
                rule?: string[];
                /** @description Which list of the insights. */
                table?: "timeline" | "country" | "city" | "device" | "browser" | "os" | "placement" | "rule" | "variant" | "hour";
                /** @description An IANA time zone such as Europe/Berlin. Default: the workspace's. */
                timezone?: string;
                /** @description A last day as YYYY-MM-DD. Without it, and for days to come: today. */
                to?: string;
                /** @description Only scans that a split led to these variants: their IDs. */
                variant?: string[];
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Title and text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    setPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description What is left out is null. Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPage"];
            };
        };
        responses: {
            /** @description Title and text as set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listPlacements: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous placements' page. */
                cursor?: string;
                /** @description Page size, 1 to 500. */
                limit?: number;
                /** @description Text to find in the name, or from 4 characters on in the token. */
                q?: string;
                /** @description newest first, by name, or by number of scans, most first. */
                sort?: "newest" | "name" | "scans";
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of placements. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacementPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createPlacements: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating the same key and body within 24 hours returns the first response; with another body it is a 400. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The placements to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePlacements"];
            };
        };
        responses: {
            /** @description The created placements, in the order of the request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPlacements"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deletePlacement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
                /** @description ID of the placement. */
                placementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The placement is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    changePlacement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
                /** @description ID of the placement. */
                placementId: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePlacement"];
                "application/merge-patch+json": components["schemas"]["ChangePlacement"];
            };
        };
        responses: {
            /** @description The updated placement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedPlacement"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    drawPlacement: {
        parameters: {
            query?: {
                /** @description True returns the image as an attachment. */
                download?: boolean;
                /** @description share: the share URL, so that scans are counted. content: the content itself, which works without the service. */
                encode?: "share" | "content";
                /** @description The file format. */
                format?: "png" | "svg" | "pdf";
                /** @description own: in the code's colours. black: in black on white, which a PDF writes as the ink black alone (C0 M0 Y0 K100), for print shops. */
                ink?: "own" | "black";
                /** @description Printed width in millimetres, stored in the image. Default for a PDF: its size at 300 dots per inch. */
                millimetres?: number;
                /** @description Width in pixels. Default: the size of the code. */
                size?: number;
                /** @description own: with the code's look. plain: squares in its colours. */
                style?: "own" | "plain";
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
                /** @description ID of the placement. */
                placementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/svg+xml": string;
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    restoreCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restored QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readRouting: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The routing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Routing"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    setRouting: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description What is left out goes back to its default. Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRouting"];
            };
        };
        responses: {
            /** @description The routing as set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Routing"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code has no routing. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    explainRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description A visit to explain. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainRouting"];
            };
        };
        responses: {
            /** @description Where it leads, and why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingExplanation"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readScannability: {
        parameters: {
            query?: {
                /** @description share: the share URL, so that scans are counted. content: the content itself, which works without the service. */
                encode?: "share" | "content";
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scannability"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listScans: {
        parameters: {
            query?: {
                /** @description Only scans with these browsers. */
                browser?: string[];
                /** @description Only scans in cities of these names. */
                city?: string[];
                /** @description Only scans in these countries: codes such as DE, or Unknown. */
                country?: string[];
                /** @description nextCursor of the previous scans' page. */
                cursor?: string;
                /** @description Only scans with these device classes, such as mobile. */
                device?: string[];
                /** @description A first day as YYYY-MM-DD, instead of period. */
                from?: string;
                /** @description Only scans in these hours of the week, from 0 for Monday 00:00 to 167 for Sunday 23:00 in the zone. */
                hour?: number[];
                /** @description Page size, 1 to 500. */
                limit?: number;
                /** @description Only scans with these operating systems. */
                os?: string[];
                /** @description Days up to today, today included: 7d, 28d (the default), 30d and 90d by number, 12mo a year, month and year since their first day, all since the first code. */
                period?: "today" | "yesterday" | "7d" | "28d" | "30d" | "90d" | "12mo" | "month" | "year" | "all";
                /** @description Only scans through these placements: their IDs, or none for the code's own link and deleted placements. */
                placement?: string[];
                /** @description Only scans that these rules led: their IDs. */
                rule?: string[];
                /** @description An IANA time zone such as Europe/Berlin. Default: the workspace's. */
                timezone?: string;
                /** @description A last day as YYYY-MM-DD. Without it, and for days to come: today. */
                to?: string;
                /** @description Only scans that a split led to these variants: their IDs. */
                variant?: string[];
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of scan records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    exportScans: {
        parameters: {
            query?: {
                /** @description Only scans with these browsers. */
                browser?: string[];
                /** @description Only scans in cities of these names. */
                city?: string[];
                /** @description Only scans in these countries: codes such as DE, or Unknown. */
                country?: string[];
                /** @description True adds the ID and the name of the placement, and the IDs of the rule and the variant that led the scan, as columns. */
                details?: boolean;
                /** @description Only scans with these device classes, such as mobile. */
                device?: string[];
                /** @description A first day as YYYY-MM-DD, instead of period. */
                from?: string;
                /** @description Only scans in these hours of the week, from 0 for Monday 00:00 to 167 for Sunday 23:00 in the zone. */
                hour?: number[];
                /** @description Only scans with these operating systems. */
                os?: string[];
                /** @description Days up to today, today included: 7d, 28d (the default), 30d and 90d by number, 12mo a year, month and year since their first day, all since the first code. */
                period?: "today" | "yesterday" | "7d" | "28d" | "30d" | "90d" | "12mo" | "month" | "year" | "all";
                /** @description Only scans through these placements: their IDs, or none for the code's own link and deleted placements. */
                placement?: string[];
                /** @description Only scans that these rules led: their IDs. */
                rule?: string[];
                /** @description An IANA time zone such as Europe/Berlin. Default: the workspace's. */
                timezone?: string;
                /** @description A last day as YYYY-MM-DD. Without it, and for days to come: today. */
                to?: string;
                /** @description Only scans that a split led to these variants: their IDs. */
                variant?: string[];
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CSV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Style"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    setStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description A look, or the styleId of a saved one. Omitted fields get their default. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetStyle"];
            };
        };
        responses: {
            /** @description The look as set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Style"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    resetStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    proposeStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look that scans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NearestLook"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagsOfQrCode"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    setTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The tags of a QR code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetTags"];
            };
        };
        responses: {
            /** @description The tags as set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagsOfQrCode"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readTraffic: {
        parameters: {
            query?: {
                /** @description Number of UTC days, including today. */
                days?: number;
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All visits of the period. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Traffic"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listVersions: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous versions' page. */
                cursor?: string;
                /** @description Page size, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    restoreVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the QR code. */
                id: string;
                /** @description Number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The updated QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating the same key and body within 24 hours returns the first response; with another body it is a 400. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The QR codes to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQrCodes"];
            };
        };
        responses: {
            /** @description The created QR codes, in the order of the request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedQrCodes"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readCodeByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Your own id of the QR code. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    putCodeByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Your own id of the QR code. */
                externalId: string;
            };
            cookie?: never;
        };
        /** @description Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQrCode"];
            };
        };
        responses: {
            /** @description The changed QR code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            /** @description The created QR code. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrCode"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteCodeByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Your own id of the QR code. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code is in the bin. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    checkSlug: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description 3 to 40 of a-z, 0-9 and -, without - at the ends; case does not matter. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it can be chosen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlugState"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listStyles: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous styles' page. */
                cursor?: string;
                /** @description Page size, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of styles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedStylePage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating the same key and body within 24 hours returns the first response; with another body it is a 400. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A look to save under a name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedStyle"];
            };
        };
        responses: {
            /** @description The saved look. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedStyle"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readSavedStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the style. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The style. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedStyle"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteStyle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the style. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The style is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    changeStyle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the style. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. A style is replaced as a whole. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSavedStyle"];
                "application/merge-patch+json": components["schemas"]["ChangeSavedStyle"];
            };
        };
        responses: {
            /** @description The updated style. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedStyle"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tags"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTag"];
            };
        };
        responses: {
            /** @description The created tag. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    changeTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeTag"];
                "application/merge-patch+json": components["schemas"]["ChangeTag"];
            };
        };
        responses: {
            /** @description The updated tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    mergeTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The tag to merge into. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeTag"];
            };
        };
        responses: {
            /** @description The tag that stays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listUtmPresets: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All presets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UtmPresets"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    setUtmPresets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Values that are left out are null. Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUtmPresets"];
            };
        };
        responses: {
            /** @description All presets as set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UtmPresets"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating the same key and body within 24 hours returns the first response; with another body it is a 400. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A webhook to create. Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description The webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhook"];
            };
        };
        responses: {
            /** @description The updated webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Page size, 1 to 100. */
                limit?: number;
                /** @description Only deliveries in this state. */
                state?: "waiting" | "delivered" | "failed";
            };
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the delivery. */
                deliveryId: string;
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the delivery. */
                deliveryId: string;
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, waiting to be sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    readWebhookHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that you have. If one is current, the response is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of the webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHealth"];
                };
            };
            /** @description Not modified: If-None-Match contains the current ETag. Counts as a request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["InvalidApiKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    onQrCodeCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt; use it to ignore duplicates. */
                "webhook-id": string;
                /** @description v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
                /** @description When this attempt was sent, as Unix time in seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeCreated"];
            };
        };
        responses: {
            /** @description Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrCodeDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt; use it to ignore duplicates. */
                "webhook-id": string;
                /** @description v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
                /** @description When this attempt was sent, as Unix time in seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeDeleted"];
            };
        };
        responses: {
            /** @description Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrCodeExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt; use it to ignore duplicates. */
                "webhook-id": string;
                /** @description v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
                /** @description When this attempt was sent, as Unix time in seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeExpired"];
            };
        };
        responses: {
            /** @description Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrCodeExpiring: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt; use it to ignore duplicates. */
                "webhook-id": string;
                /** @description v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
                /** @description When this attempt was sent, as Unix time in seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeExpiring"];
            };
        };
        responses: {
            /** @description Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrCodeScanned: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt; use it to ignore duplicates. */
                "webhook-id": string;
                /** @description v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
                /** @description When this attempt was sent, as Unix time in seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeScanned"];
            };
        };
        responses: {
            /** @description Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQrCodeUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt; use it to ignore duplicates. */
                "webhook-id": string;
                /** @description v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
                /** @description When this attempt was sent, as Unix time in seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QrCodeUpdated"];
            };
        };
        responses: {
            /** @description Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt; use it to ignore duplicates. */
                "webhook-id": string;
                /** @description v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
                /** @description When this attempt was sent, as Unix time in seconds. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description Accepted. Any other response, or none within 10 seconds, is retried; 410 disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
