/** The path of BASE_URL, "" when it has none: whatever is asked of the server stands below it. */
export const basePath: string = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";
