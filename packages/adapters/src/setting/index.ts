/** How settings are declared and read. */
export * from "../sources/kit/settings.js"
