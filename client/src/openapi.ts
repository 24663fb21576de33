// Made by `npm run client` from the OpenAPI document. Do not change it by hand.

export interface paths {
    "/api/v1/logos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your logos, newest first
         * @description Pictures that styles may name.
         */
        get: operations["listLogos"];
        put?: never;
        /**
         * Upload a logo
         * @description The body is the picture: PNG, JPEG, WebP or SVG, up to 1 MiB and 4096 pixels. It is decoded and written anew as PNG, without anything else the file held. The same picture again is the logo there is. At most 200 are kept.
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
         * @description Its size and when it was uploaded; the picture has an address of its own.
         */
        get: operations["readLogo"];
        put?: never;
        post?: never;
        /**
         * Delete a logo
         * @description One that a QR code or a style uses is a 400 that says how many do. Codes in the bin count, since they can be restored.
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
         * See a logo
         * @description As it is kept: a PNG of at most 512 pixels, whatever was uploaded.
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
         * Read what your key may do
         * @description It counts as a request.
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
         * @description All filters hold at once. Deleted codes are listed by their state alone.
         */
        get: operations["listCodes"];
        put?: never;
        /**
         * Create a publicly shared QR code
         * @description The code is active at once, and its shareUrl counts scans. What is left out has its default.
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
         * @description Every scan that was answered before is counted in it.
         */
        get: operations["readCode"];
        put?: never;
        post?: never;
        /**
         * Delete a QR code
         * @description Its share URL answers 404 from now on, and so does the interface. For 30 days it can be restored; then its content and scans are erased.
         */
        delete: operations["deleteCode"];
        options?: never;
        head?: never;
        /**
         * Change a QR code
         * @description Only what is sent changes. An earlier content is kept as a version. A change that changes nothing leaves updatedAt as it is.
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
         * Aggregated scan statistics
         * @description Whole UTC days, today included. timeline has an entry for each of them, and totalScans is its sum.
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
         * @description By default the share URL as a PNG in the code's own size and look. size is the width; a frame makes the picture higher. A picture is no scan.
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
         * @description Within 30 days of its deletion, with all its scans. Its share URL works again at once. A code that is not deleted is answered as it is, so that the request may be repeated.
         */
        post: operations["restoreCode"];
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
         * Judge how well a QR code scans
         * @description Draws the code, damages the drawing in stated ways and tries to read it.
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
         * Raw scan records, newest first
         * @description Pass nextCursor as cursor to get the page after.
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
         * All scans as a table
         * @description CSV with a line for each scan, newest first, with the fields of a scan record as columns. It is sent as it is read, however long it is, and counts as one request. A cell that a spreadsheet would take for a formula begins with an apostrophe.
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
         * @description Of a code without one, plain squares.
         */
        get: operations["readStyle"];
        /**
         * Set a QR code's look
         * @description Every picture of the code has it from now on. A look that cannot be read back is a 400, which names the part to change and the nearest value that works; one that reads poorly is kept, and the verdict says so.
         */
        put: operations["setStyle"];
        post?: never;
        /**
         * Take a QR code's look away
         * @description It goes back to plain squares in its own colours.
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
         * Propose a look that scans
         * @description The QR code's own look with the least change after which it may be printed. Nothing is changed: set it if you like it.
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
    "/api/v1/qrcodes/{id}/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was counted and what was not, by reason
         * @description Visits that are no scans, with the reason why, so that every total can be explained.
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
         * Every content a QR code has had, newest first
         * @description Each change of content keeps the one before. scanCount is exact: scans whose time lies from the one moment up to the other.
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
         * Make an earlier content the present one
         * @description It becomes a new version, and what was there before stays in the list. What the code holds already changes nothing. The content is judged like one that is sent now, and must fit the present errorCorrection.
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
         * @description All of them or none: if anything is wrong with one, nothing is created, and details name every field of each as qrcodes[3].content. It counts as one request. The body may be 4 MiB large and hold 20000 values.
         */
        post: operations["createCodes"];
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
         * List your saved styles, newest first
         * @description The one with isDefault is given to new QR codes.
         */
        get: operations["listStyles"];
        put?: never;
        /**
         * Save a style
         * @description It changes no QR code by itself; a code is given a copy of it. At most 200 are kept.
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
         * Read a saved style
         * @description As it is now; QR codes that were given it may differ.
         */
        get: operations["readSavedStyle"];
        put?: never;
        post?: never;
        /**
         * Delete a saved style
         * @description QR codes that were given it stay as they are.
         */
        delete: operations["deleteStyle"];
        options?: never;
        head?: never;
        /**
         * Change a saved style
         * @description QR codes that were given it stay as they are.
         */
        patch: operations["changeStyle"];
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
         * @description All of them: there are at most 20.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description From now on its events are sent to it, signed with the secret of this answer by the rules of Standard Webhooks. At most 20 webhooks.
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
         * @description Without its secret.
         */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries. Nothing more is sent to it.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Only what is sent changes. Switched off, it drops what waits; switched on again, it is sent what happens from then on.
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
         * What was and will be sent to a webhook, newest first
         * @description Those of the last 30 days, the latest 500 at least, and all that wait. What was sent is in the answer of a single one.
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
         * Read a delivery with what is sent
         * @description Scans that are no longer kept are missing in its body.
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
         * Send a delivery once more
         * @description It keeps its webhook-id. One that waits is tried at once.
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
         * Read whether a webhook's events arrive
         * @description If they do not: since when, why, and when it is tried again.
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
         * Give a webhook a new secret
         * @description For 24 hours deliveries are signed with both secrets, so that the receiver can change over in its own time.
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
         * @description An event of the type webhook.test is sent at once and once only. The answer tells what came of it, after 10 seconds at most.
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
         * @description Sent to every webhook that asks for it, signed by the rules of Standard Webhooks.
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
         * A QR code was deleted: as it was before
         * @description Sent to every webhook that asks for it, signed by the rules of Standard Webhooks.
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
         * @description Sent to every webhook that asks for it, signed by the rules of Standard Webhooks.
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
         * @description Sent to every webhook that asks for it, signed by the rules of Standard Webhooks.
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
         * @description Sent to every webhook that asks for it, signed by the rules of Standard Webhooks.
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
         * A QR code was changed, or restored
         * @description Sent to every webhook that asks for it, signed by the rules of Standard Webhooks.
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
         * Somebody asked for a test of the webhook
         * @description Sent to every webhook that asks for it, signed by the rules of Standard Webhooks.
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
        /** @description The scans of a period, added up. */
        Analytics: {
            /** @description Scans per browser, most first. */
            byBrowser: {
                /** @description The browser. */
                browser: string;
                /** @description Its scans. */
                count: number;
            }[];
            /** @description Scans per country, most first. */
            byCountry: {
                /** @description Its scans. */
                count: number;
                /** @description The country. */
                country: string;
            }[];
            /** @description Scans per device class, most first. */
            byDevice: {
                /** @description Its scans. */
                count: number;
                /** @description The device class. */
                device: string;
            }[];
            /** @description Scans per operating system, most first. */
            byOs: {
                /** @description Its scans. */
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
                /** @description Scans of that day. */
                scans: number;
            }[];
            /** @description Scans in the period. */
            totalScans: number;
            /** @description Distinct known cities. */
            uniqueCities: number;
            /** @description Distinct known countries. */
            uniqueCountries: number;
        };
        /** @description What is to change; the rest stays. A whole QR code as it was read is fine too. */
        ChangeQrCode: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor?: string;
            /** @description Free label, at most 100 characters. Blank is none: null. */
            category?: string | null;
            /** @description What the code holds, in a form its type accepts. At most 2953 bytes of UTF-8 at level L, 2331 at M, 1663 at Q, 1273 at H. */
            content?: string;
            /**
             * @description Error correction level.
             * @enum {string}
             */
            errorCorrection?: "L" | "M" | "Q" | "H";
            /**
             * Format: date-time
             * @description An ISO 8601 time that stays as set. Null: the sliding rule, a year from now and then from each day with a scan.
             */
            expiresAt?: string | null;
            /** @description A hex colour such as #1a1410. */
            foregroundColor?: string;
            /** @description Your own mark. */
            isFavorite?: boolean;
            /** @description False pauses the code. */
            isPublic?: boolean;
            /** @description Not blank, at most 100 characters. */
            name?: string;
            /** @description Pixels, 128 to 2048. */
            size?: number;
        };
        /** @description What is to change; the rest stays. A style is replaced as a whole. */
        ChangeSavedStyle: {
            /** @description New QR codes get this look. There is at most one: it takes the place of another. */
            isDefault?: boolean;
            /** @description Not blank, at most 100 characters. */
            name?: string;
            style?: components["schemas"]["StyleToSet"];
        };
        /** @description What is to change; the rest stays. */
        ChangeWebhook: {
            /** @description What is sent. */
            events?: ("qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired")[];
            /** @description False while nothing is sent. What happens meanwhile is not sent later. */
            isActive?: boolean;
            /** @description Where events are sent: an https address on the public internet. */
            url?: string;
        };
        /** @description A QR code as its creation answers. */
        CreatedQrCode: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor: string;
            /** @description Null when none was given. */
            category: string | null;
            /** @description What the code holds, exactly as sent. */
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
             * @description When it expires. Unless the time was set by hand, each scan moves it.
             */
            expiresAt: string;
            /** @description A hex colour such as #1a1410. */
            foregroundColor: string;
            /** @description Identifier of the QR code. */
            id: string;
            /** @description As you named it. */
            name: string;
            /** @description Names the public share; it never changes. */
            shareToken: string;
            /**
             * Format: uri
             * @description What the image encodes and visitors open.
             */
            shareUrl: string;
            /** @description Pixels, 128 to 2048. */
            size: number;
            /**
             * @description What the content is.
             * @enum {string}
             */
            type: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
        };
        /** @description QR codes as their creation answers. */
        CreatedQrCodes: {
            /** @description In the order in which they were sent. */
            data: components["schemas"]["CreatedQrCode"][];
        };
        /** @description A QR code to create. Unknown fields are ignored. */
        CreateQrCode: {
            /**
             * @description A hex colour such as #1a1410.
             * @default #ffffff
             */
            backgroundColor?: string;
            /**
             * @description Free label, at most 100 characters. Blank is none: null.
             * @default null
             */
            category?: string | null;
            /** @description What the code holds, in a form its type accepts. At most 2953 bytes of UTF-8 at level L, 2331 at M, 1663 at Q, 1273 at H. */
            content: string;
            /**
             * @description Error correction level.
             * @default M
             * @enum {string}
             */
            errorCorrection?: "L" | "M" | "Q" | "H";
            /**
             * Format: date-time
             * @description An ISO 8601 time that stays as set. Null: the sliding rule, a year from now and then from each day with a scan.
             */
            expiresAt?: string | null;
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
            /**
             * @description What the content is.
             * @default url
             * @enum {string}
             */
            type?: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
        };
        /** @description QR codes to create together. */
        CreateQrCodes: {
            /** @description 1 to 500 QR codes, each as for a single creation. */
            qrcodes: components["schemas"]["CreateQrCode"][];
        };
        /** @description A look to keep under a name. */
        CreateSavedStyle: {
            /**
             * @description New QR codes get this look. There is at most one: it takes the place of another.
             * @default false
             */
            isDefault?: boolean;
            /** @description Not blank, at most 100 characters. */
            name: string;
            style: components["schemas"]["StyleToSet"];
        };
        /** @description A webhook to create. Unknown fields are ignored. */
        CreateWebhook: {
            /**
             * @description What is sent.
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
             * @description False while nothing is sent. What happens meanwhile is not sent later.
             * @default true
             */
            isActive?: boolean;
            /** @description Where events are sent: an https address on the public internet. */
            url: string;
        };
        /** @description One event on its way to a webhook, with what is sent. */
        Delivery: {
            /** @description The first part of the last answer. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Identifier of the delivery: its webhook-id, the same with every try. */
            id: string;
            /**
             * Format: date-time
             * @description Null when it was not sent yet.
             */
            lastTryAt: string | null;
            /**
             * Format: date-time
             * @description Null when it is not tried any more.
             */
            nextTryAt: string | null;
            /** @description Why the last try failed, in words. */
            problem: string | null;
            /** @description What is sent. */
            request: {
                /** @description As it is sent. */
                body: string;
                /** @description Without the signature. */
                headers: {
                    [key: string]: string;
                };
            };
            /**
             * @description failed: it is not tried any more.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            /** @description Of the last answer; null without one. */
            status: number | null;
            /** @description How often it was sent. */
            tries: number;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired" | "webhook.test";
        };
        /** @description One page of deliveries. */
        DeliveryPage: {
            /** @description Newest first. */
            data: components["schemas"]["ListedDelivery"][];
            /** @description Scans and other events that were never sent because too many were waiting or it was switched off, since it was last switched on. */
            dropped: number;
            /** @description Null when there is no further page. */
            nextCursor: string | null;
        };
        /** @description An error. The set of five is closed. */
        Error: {
            /**
             * @description What kind of error it is.
             * @enum {string}
             */
            error: "validation_error" | "invalid_api_key" | "not_found" | "rate_limited" | "internal_error";
            /** @description One sentence for a person. */
            message: string;
            /** @description Names the request, as X-Request-Id does; quote it when you report a fault. */
            requestId: string;
        };
        /** @description One event on its way to a webhook. */
        ListedDelivery: {
            /** @description The first part of the last answer. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Identifier of the delivery: its webhook-id, the same with every try. */
            id: string;
            /**
             * Format: date-time
             * @description Null when it was not sent yet.
             */
            lastTryAt: string | null;
            /**
             * Format: date-time
             * @description Null when it is not tried any more.
             */
            nextTryAt: string | null;
            /** @description Why the last try failed, in words. */
            problem: string | null;
            /**
             * @description failed: it is not tried any more.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            /** @description Of the last answer; null without one. */
            status: number | null;
            /** @description How often it was sent. */
            tries: number;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired" | "webhook.test";
        };
        /** @description A picture for the middle of QR codes. */
        Logo: {
            /**
             * Format: date-time
             * @description When it was first uploaded.
             */
            createdAt: string;
            /** @description Pixels, as kept. */
            height: number;
            /** @description Identifier of the logo. */
            id: string;
            /** @description Pixels, as kept. */
            width: number;
        };
        /** @description One page of logos. */
        LogoPage: {
            /** @description Newest first. */
            data: components["schemas"]["Logo"][];
            /** @description Null when there is no further page. */
            nextCursor: string | null;
        };
        /** @description What error correction has left, in the worst block. With a look only. */
        Margin: {
            /** @description Wrong codewords that can be put right. */
            correctable: number;
            /** @description What is left for dirt and damage. */
            left: number;
            /** @description The same as a share of all codewords of the block. */
            share: number;
            /** @description Those that the logo makes wrong. */
            spent: number;
        };
        /** @description The key that asks, and what it may do. */
        Me: {
            /**
             * Format: date-time
             * @description From then on the key is refused. Null: it has no end.
             */
            endsAt: string | null;
            /** @description Requests the plan allows in the window. */
            limit: number;
            /** @description The key's name, as its owner gave it. */
            name: string;
            /** @description The plan of the key's owner. */
            plan: string;
            /** @description Requests left in the window, after this one. */
            remaining: number;
            /**
             * @description What the key may do: everything, or only read.
             * @enum {string}
             */
            scope: "full" | "read-only";
        };
        /** @description A look that scans, and what is other than now. */
        NearestLook: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor: string;
            /** @description None when it scans as it is. */
            changes: {
                /** @description The part of the look, or a colour of the QR code. */
                field: string;
                /** @description What it would be. */
                value: unknown;
            }[];
            /** @description A hex colour such as #1a1410. */
            foregroundColor: string;
            style: components["schemas"]["Style"];
        };
        /** @description A QR code with all that is known of it. */
        QrCode: {
            /** @description A hex colour such as #1a1410. */
            backgroundColor: string;
            /** @description Null when none was given. */
            category: string | null;
            /** @description What the code holds, exactly as sent. */
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
             * @description When it expires. Unless the time was set by hand, each scan moves it.
             */
            expiresAt: string;
            /** @description A hex colour such as #1a1410. */
            foregroundColor: string;
            /** @description Identifier of the QR code. */
            id: string;
            /** @description Your own mark. */
            isFavorite: boolean;
            /** @description False while the code is paused. */
            isPublic: boolean;
            /** @description As you named it. */
            name: string;
            /** @description Number of scans. */
            scanCount: number;
            /** @description Names the public share; it never changes. */
            shareToken: string;
            /**
             * Format: uri
             * @description What the image encodes and visitors open.
             */
            shareUrl: string;
            /** @description Pixels, 128 to 2048. */
            size: number;
            /**
             * @description What the content is.
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
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qrcode.created";
        };
        /** @description A QR code was deleted: as it was before. */
        QrCodeDeleted: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qrcode.deleted";
        };
        /** @description A QR code has expired. */
        QrCodeExpired: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qrcode.expired";
        };
        /** @description A QR code expires in 14 days. */
        QrCodeExpiring: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qrcode.expiring";
        };
        /** @description One page of QR codes. */
        QrCodePage: {
            /** @description Newest first. */
            data: components["schemas"]["QrCode"][];
            /** @description Null when there is no further page. */
            nextCursor: string | null;
        };
        /** @description A QR code was scanned. */
        QrCodeScanned: {
            /** @description The scans of about 2 seconds. */
            data: {
                /** @description Identifier of the scanned QR code. */
                qrCodeId: string;
                /** @description Up to 200, or up to 1,000 while the webhook is behind. */
                scans: components["schemas"]["Scan"][];
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qrcode.scanned";
        };
        /** @description A QR code was changed, or restored. */
        QrCodeUpdated: {
            data: components["schemas"]["QrCode"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "qrcode.updated";
        };
        /** @description A look with a name. Codes that were given it keep it, whatever becomes of it. */
        SavedStyle: {
            /** @description Identifier of the style. */
            id: string;
            /** @description True for the one that new QR codes get. */
            isDefault: boolean;
            /** @description As you named it. */
            name: string;
            style: components["schemas"]["Style"];
        };
        /** @description One page of saved styles. */
        SavedStylePage: {
            /** @description Newest first. */
            data: components["schemas"]["SavedStyle"][];
            /** @description Null when there is no further page. */
            nextCursor: string | null;
        };
        /** @description One scan of a QR code. */
        Scan: {
            /** @description Browser name, or Unknown. */
            browser: string;
            /** @description Null when not known. */
            city: string | null;
            /** @description Country code, or Unknown. */
            country: string;
            /** @description Device class, such as mobile, or Unknown. */
            device: string;
            /** @description Identifier of the scan, and the cursor to what came before it. */
            id: string;
            /** @description Decimal degrees; null when not known. */
            latitude: number | null;
            /** @description Decimal degrees; null when not known. */
            longitude: number | null;
            /** @description Operating system, or Unknown. */
            os: string;
            /** @description Identifier of the scanned QR code. */
            qrCodeId: string;
            /**
             * Format: date-time
             * @description When it was scanned.
             */
            scannedAt: string;
        };
        /** @description How well a QR code scans. */
        Scannability: {
            /** @description What would make it scan better. */
            advice: string[];
            /** @description Between the two colours, 1 to 21. */
            contrastRatio: number;
            /**
             * @description A is best; F fails.
             * @enum {string}
             */
            grade: "A" | "B" | "C" | "D" | "F";
            /**
             * @description The error correction drawn, which a logo may have raised. With a look only.
             * @enum {string}
             */
            level?: "L" | "M" | "Q" | "H";
            /** @description Older readers fail on light on dark. */
            lightOnDark: boolean;
            margin?: components["schemas"]["Margin"];
            /** @description False when it should not be printed like this. */
            passes: boolean;
            /** @description Who reads the undamaged picture at its own size, jsqr in one of up to four glances. With a look only. */
            readBy?: ("zxing" | "jsqr")[];
            /** @description The undamaged picture at its own size. */
            readsAsDrawn: boolean;
            /** @description Advisable at arm's length; null if it cannot be read at all. */
            smallestPrintMillimetres: number | null;
            /** @description 1 to 40. */
            symbolVersion: number;
            /** @description Each kind of damage that was tried. */
            trials: components["schemas"]["Trial"][];
        };
        /** @description One page of scans. */
        ScanPage: {
            /** @description Newest first. */
            data: components["schemas"]["Scan"][];
            /** @description Null when there is no further page. */
            nextCursor: string | null;
        };
        /** @description A look, or the styleId of a saved one. What is left out has its default. */
        SetStyle: {
            /**
             * @description What the ring holds.
             * @default square
             * @enum {string}
             */
            eyeBall?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A hex colour such as #1a1410, or null: as the modules.
             * @default null
             */
            eyeColor?: string | null;
            /**
             * @description The ring in three of the corners. Readers built on OpenCV, as in some gates and kiosks, find square ones only.
             * @default square
             * @enum {string}
             */
            eyeFrame?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description What stands around the code; null is none.
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
             * @description From the foreground to another colour; null is none.
             * @default null
             */
            gradient?: {
                /**
                 * @description Degrees: 0 runs to the right, 90 down.
                 * @default 0
                 */
                angle?: number;
                /**
                 * @description Along a line, or from the middle.
                 * @default linear
                 * @enum {string}
                 */
                kind?: "linear" | "radial";
                /** @description A hex colour such as #1a1410. */
                to: string;
            } | null;
            /**
             * @description A picture in the middle; null is none.
             * @default null
             */
            logo?: {
                /** @description Identifier of a logo of yours. */
                id: string;
                /**
                 * @description Its longer side as a share of the symbol's, 0.1 to 0.3.
                 * @default 0.2
                 */
                scale?: number;
            } | null;
            /**
             * @description The shape of the small squares.
             * @default square
             * @enum {string}
             */
            modules?: "square" | "rounded" | "dots" | "classy" | "diamond";
            /**
             * @description Modules of background on each side, 4 to 10.
             * @default 4
             */
            quietZone?: number;
            /** @description A style of yours, which is copied. All else is ignored then. */
            styleId?: string;
            /**
             * @description No ground in the picture. It is judged on the background colour.
             * @default false
             */
            transparent?: boolean;
        };
        /** @description How a QR code looks beyond its two colours. */
        Style: {
            /**
             * @description What the ring holds.
             * @default square
             * @enum {string}
             */
            eyeBall: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A hex colour such as #1a1410, or null: as the modules.
             * @default null
             */
            eyeColor: string | null;
            /**
             * @description The ring in three of the corners. Readers built on OpenCV, as in some gates and kiosks, find square ones only.
             * @default square
             * @enum {string}
             */
            eyeFrame: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description What stands around the code; null is none.
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
             * @description From the foreground to another colour; null is none.
             * @default null
             */
            gradient: {
                /**
                 * @description Degrees: 0 runs to the right, 90 down.
                 * @default 0
                 */
                angle: number;
                /**
                 * @description Along a line, or from the middle.
                 * @default linear
                 * @enum {string}
                 */
                kind: "linear" | "radial";
                /** @description A hex colour such as #1a1410. */
                to: string;
            } | null;
            /**
             * @description A picture in the middle; null is none.
             * @default null
             */
            logo: {
                /** @description Identifier of a logo of yours. */
                id: string;
                /**
                 * @description Its longer side as a share of the symbol's, 0.1 to 0.3.
                 * @default 0.2
                 */
                scale: number;
            } | null;
            /**
             * @description The shape of the small squares.
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
             * @description No ground in the picture. It is judged on the background colour.
             * @default false
             */
            transparent: boolean;
        };
        /** @description How a QR code looks beyond its two colours. What is left out has its default. */
        StyleToSet: {
            /**
             * @description What the ring holds.
             * @default square
             * @enum {string}
             */
            eyeBall?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description A hex colour such as #1a1410, or null: as the modules.
             * @default null
             */
            eyeColor?: string | null;
            /**
             * @description The ring in three of the corners. Readers built on OpenCV, as in some gates and kiosks, find square ones only.
             * @default square
             * @enum {string}
             */
            eyeFrame?: "square" | "rounded" | "circle" | "leaf";
            /**
             * @description What stands around the code; null is none.
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
             * @description From the foreground to another colour; null is none.
             * @default null
             */
            gradient?: {
                /**
                 * @description Degrees: 0 runs to the right, 90 down.
                 * @default 0
                 */
                angle?: number;
                /**
                 * @description Along a line, or from the middle.
                 * @default linear
                 * @enum {string}
                 */
                kind?: "linear" | "radial";
                /** @description A hex colour such as #1a1410. */
                to: string;
            } | null;
            /**
             * @description A picture in the middle; null is none.
             * @default null
             */
            logo?: {
                /** @description Identifier of a logo of yours. */
                id: string;
                /**
                 * @description Its longer side as a share of the symbol's, 0.1 to 0.3.
                 * @default 0.2
                 */
                scale?: number;
            } | null;
            /**
             * @description The shape of the small squares.
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
             * @description No ground in the picture. It is judged on the background colour.
             * @default false
             */
            transparent?: boolean;
        };
        /** @description What was counted and what was not, by reason. */
        Traffic: {
            /** @description Scans in the period. */
            counted: number;
            missed: components["schemas"]["UncountedVisits"];
            /** @description Every day of the period, oldest first. */
            timeline: {
                /** @description Scans of that day. */
                counted: number;
                /**
                 * Format: date
                 * @description YYYY-MM-DD, UTC.
                 */
                date: string;
                missed: components["schemas"]["UncountedVisits"];
            }[];
        };
        /** @description One kind of damage, and how much of it the code survives. */
        Trial: {
            /**
             * @description A is best; F fails.
             * @enum {string}
             */
            grade: "A" | "B" | "C" | "D" | "F";
            /**
             * @description What was done to the picture.
             * @enum {string}
             */
            name: "smallPrint" | "coveredArea" | "perspective" | "rotation";
            /** @description The outcome in words. */
            sentence: string;
            /** @description The most damage it survived; null if it survived none. */
            survived: number | null;
            /** @description What the damage is measured in. */
            unit: string;
        };
        /** @description Visits that were not counted, by reason. */
        UncountedVisits: {
            /** @description Known crawlers. */
            crawler: number;
            /** @description Visits after the code had expired. */
            expired: number;
            /** @description HEAD requests. */
            head: number;
            /** @description Visits while the code was paused. */
            paused: number;
            /** @description Browsers that fetched early. */
            prefetch: number;
            /** @description Messengers and networks that made a link preview. */
            preview: number;
        };
        /** @description Something sent is not valid. */
        ValidationError: {
            /** @description Every field that is wrong. */
            details: {
                /** @description The field, parameter or header that is wrong. */
                field: string;
                /** @description What is wrong with it, and what is accepted. */
                message: string;
            }[];
            /**
             * @description What kind of error it is.
             * @constant
             */
            error: "validation_error";
            /** @description One sentence for a person. */
            message: string;
            /** @description Names the request, as X-Request-Id does; quote it when you report a fault. */
            requestId: string;
        };
        /** @description One content of a QR code, for the time it had it. */
        Version: {
            /** @description What the code held. */
            content: string;
            /**
             * Format: date-time
             * @description Since when it held it.
             */
            from: string;
            /** @description Scans in that time. */
            scanCount: number;
            /**
             * Format: date-time
             * @description Until when. Null for the present one.
             */
            until: string | null;
            /** @description Its number: 1 is what the code was made with. */
            version: number;
        };
        /** @description One page of versions. */
        VersionPage: {
            /** @description Newest first, the present one included. */
            data: components["schemas"]["Version"][];
            /** @description Null when there is no further page. */
            nextCursor: string | null;
        };
        /** @description A webhook. */
        Webhook: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description What is sent. */
            events: ("qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired")[];
            /** @description Identifier of the webhook. */
            id: string;
            /** @description False while nothing is sent. What happens meanwhile is not sent later. */
            isActive: boolean;
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
        };
        /** @description Whether a webhook's events arrive. */
        WebhookHealth: {
            /** @description Scans and other events that were never sent because too many were waiting or it was switched off, since it was last switched on. */
            dropped: number;
            /**
             * Format: date-time
             * @description When the next of them is sent. Null when none waits.
             */
            nextTryAt: string | null;
            /** @description Why, in words. Null when it is ok, or when its owner switched it off. */
            problem: string | null;
            /**
             * Format: date-time
             * @description Since when it fails, or when the service switched it off.
             */
            since: string | null;
            /**
             * @description ok: the last event was accepted, or none was sent yet. failing: the last one was not. off: nothing is sent.
             * @enum {string}
             */
            state: "ok" | "failing" | "off";
            /** @description Deliveries that wait. */
            waiting: number;
        };
        /** @description All webhooks. */
        WebhookPage: {
            /** @description Newest first. */
            data: components["schemas"]["Webhook"][];
            /** @description Always null: there are at most 20. */
            nextCursor: string | null;
        };
        /** @description Somebody asked for a test of the webhook. */
        WebhookTest: {
            /** @description The webhook that is tested. */
            data: {
                /** @description Identifier of the webhook. */
                webhookId: string;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened.
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
            /** @description What is sent. */
            events: ("qrcode.created" | "qrcode.updated" | "qrcode.deleted" | "qrcode.scanned" | "qrcode.expiring" | "qrcode.expired")[];
            /** @description Identifier of the webhook. */
            id: string;
            /** @description False while nothing is sent. What happens meanwhile is not sent later. */
            isActive: boolean;
            /** @description What deliveries are signed with. It is shown this once. */
            secret: string;
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
        };
    };
    responses: {
        /** @description internal_error: try again later. */
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
        /** @description invalid_api_key: the key is missing, malformed, revoked or ended, or it may only read. */
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
        /** @description rate_limited: the quota is used up; wait until X-RateLimit-Reset. */
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
        /** @description validation_error: something sent is not valid; details name every field. */
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
    listLogos: {
        parameters: {
            query?: {
                /** @description nextCursor of the logos' page before. */
                cursor?: string;
                /** @description How many on a page, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the logo. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the logo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the logo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key that asks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Only codes with this label. */
                category?: string;
                /** @description nextCursor of the list's page before. */
                cursor?: string;
                /** @description Only codes with your mark, or only those without. */
                favorite?: boolean;
                /** @description How many on a page, 1 to 500. */
                limit?: number;
                /** @description Part of the name or content. */
                q?: string;
                /** @description Only codes in this state. deleted: what can still be restored, for 30 days. */
                state?: "active" | "paused" | "expired" | "deleted";
                /** @description What the content is. */
                type?: "url" | "text" | "wifi" | "vcard" | "email" | "phone" | "sms" | "whatsapp" | "geo" | "social";
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description 1 to 255 visible ASCII characters. The same key and body within 24 hours give the first answer again; with another body it is a 400. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A QR code to create. Unknown fields are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQrCode"];
            };
        };
        responses: {
            /** @description The QR code as created. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is in the bin. */
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
                /** @description The ETag the QR code was read with: if somebody changed the code since, nothing is changed and the answer is a 400 that names If-Match. Scans do not matter. * is any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description What is to change; the rest stays. A whole QR code as it was read is fine too. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeQrCode"];
                "application/merge-patch+json": components["schemas"]["ChangeQrCode"];
            };
        };
        responses: {
            /** @description The QR code as changed. */
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
                /** @description UTC days, today included. */
                days?: number;
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scans of the period, added up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description True: a file to keep, rather than a picture to show. */
                download?: boolean;
                /** @description share: the share URL, so that scans count. content: the content itself, for use without the service. */
                encode?: "share" | "content";
                /** @description What to draw. */
                format?: "png" | "svg" | "pdf";
                /** @description Printed width, written into the picture. Without it a pdf has that of its size at 300 dots an inch. */
                millimetres?: number;
                /** @description Pixels; without it the code's own. */
                size?: number;
                /** @description own: in the code's look. plain: squares in its colours. */
                style?: "own" | "plain";
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The QR code, as it was. */
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
    readScannability: {
        parameters: {
            query?: {
                /** @description share: the share URL, so that scans count. content: the content itself, for use without the service. */
                encode?: "share" | "content";
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scannability"];
                };
            };
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description nextCursor of the scans' page before. */
                cursor?: string;
                /** @description How many on a page, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
            query?: never;
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description The ETag the QR code was read with: if somebody changed the code since, nothing is changed and the answer is a 400 that names If-Match. Scans do not matter. * is any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        /** @description A look, or the styleId of a saved one. What is left out has its default. */
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
                /** @description The ETag the QR code was read with: if somebody changed the code since, nothing is changed and the answer is a 400 that names If-Match. Scans do not matter. * is any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is plain. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
    readTraffic: {
        parameters: {
            query?: {
                /** @description UTC days, today included. */
                days?: number;
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every visit of the period, explained. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Traffic"];
                };
            };
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description nextCursor of the versions' page before. */
                cursor?: string;
                /** @description How many on a page, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the QR code. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the QR code. */
                id: string;
                /** @description Number of the version. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The QR code as changed. */
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
                /** @description 1 to 255 visible ASCII characters. The same key and body within 24 hours give the first answer again; with another body it is a 400. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description QR codes to create together. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQrCodes"];
            };
        };
        responses: {
            /** @description The QR codes as created, in their order. */
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
    listStyles: {
        parameters: {
            query?: {
                /** @description nextCursor of the styles' page before. */
                cursor?: string;
                /** @description How many on a page, 1 to 500. */
                limit?: number;
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A look to keep under a name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedStyle"];
            };
        };
        responses: {
            /** @description The style as saved. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the style. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the style. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description Identifier of the style. */
                id: string;
            };
            cookie?: never;
        };
        /** @description What is to change; the rest stays. A style is replaced as a whole. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSavedStyle"];
                "application/merge-patch+json": components["schemas"]["ChangeSavedStyle"];
            };
        };
        responses: {
            /** @description The style as changed. */
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
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
            header?: never;
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description Identifier of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        /** @description What is to change; the rest stays. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhook"];
            };
        };
        responses: {
            /** @description The webhook as changed. */
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
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description How many on a page, 1 to 100. */
                limit?: number;
                /** @description Only deliveries in this state. */
                state?: "waiting" | "delivered" | "failed";
            };
            header?: {
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the delivery. */
                deliveryId: string;
                /** @description Identifier of the webhook. */
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
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the delivery. */
                deliveryId: string;
                /** @description Identifier of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which waits again. */
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
                /** @description ETags the caller holds: if one is still right, the answer is an empty 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its health. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHealth"];
                };
            };
            /** @description The caller has it already: If-None-Match names its ETag. It counts as a request. */
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
                /** @description Identifier of the webhook. */
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
                /** @description Identifier of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it. */
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
                /** @description The same with every try: what was done for it need not be done again. */
                "webhook-id": string;
                /** @description v1, and the HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret, in base64. One for each secret in force, with spaces between. */
                "webhook-signature": string;
                /** @description When it was sent: Unix time in seconds. */
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
            /** @description Accepted. Any other answer, and none within 10 seconds, is tried again; 410 switches the webhook off. */
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
                /** @description The same with every try: what was done for it need not be done again. */
                "webhook-id": string;
                /** @description v1, and the HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret, in base64. One for each secret in force, with spaces between. */
                "webhook-signature": string;
                /** @description When it was sent: Unix time in seconds. */
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
            /** @description Accepted. Any other answer, and none within 10 seconds, is tried again; 410 switches the webhook off. */
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
                /** @description The same with every try: what was done for it need not be done again. */
                "webhook-id": string;
                /** @description v1, and the HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret, in base64. One for each secret in force, with spaces between. */
                "webhook-signature": string;
                /** @description When it was sent: Unix time in seconds. */
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
            /** @description Accepted. Any other answer, and none within 10 seconds, is tried again; 410 switches the webhook off. */
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
                /** @description The same with every try: what was done for it need not be done again. */
                "webhook-id": string;
                /** @description v1, and the HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret, in base64. One for each secret in force, with spaces between. */
                "webhook-signature": string;
                /** @description When it was sent: Unix time in seconds. */
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
            /** @description Accepted. Any other answer, and none within 10 seconds, is tried again; 410 switches the webhook off. */
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
                /** @description The same with every try: what was done for it need not be done again. */
                "webhook-id": string;
                /** @description v1, and the HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret, in base64. One for each secret in force, with spaces between. */
                "webhook-signature": string;
                /** @description When it was sent: Unix time in seconds. */
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
            /** @description Accepted. Any other answer, and none within 10 seconds, is tried again; 410 switches the webhook off. */
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
                /** @description The same with every try: what was done for it need not be done again. */
                "webhook-id": string;
                /** @description v1, and the HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret, in base64. One for each secret in force, with spaces between. */
                "webhook-signature": string;
                /** @description When it was sent: Unix time in seconds. */
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
            /** @description Accepted. Any other answer, and none within 10 seconds, is tried again; 410 switches the webhook off. */
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
                /** @description The same with every try: what was done for it need not be done again. */
                "webhook-id": string;
                /** @description v1, and the HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret, in base64. One for each secret in force, with spaces between. */
                "webhook-signature": string;
                /** @description When it was sent: Unix time in seconds. */
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
            /** @description Accepted. Any other answer, and none within 10 seconds, is tried again; 410 switches the webhook off. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
