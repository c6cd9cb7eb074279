/** The version of this package, without reading its manifest. The release script writes it. */
const version = "0.1.0"

/**
 * The header `user-agent` of calls to providers and web pages. Some, such as ESPN, refuse a program that names no
 * address to ask.
 */
export const userAgent = `Daybook/${version} (+https://www.npmjs.com/package/@daybook/cli)`
