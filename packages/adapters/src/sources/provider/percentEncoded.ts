/** Half a character, which nothing can encode. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** RFC 3986 §2.3: all but letters, digits and `-._~` is encoded, as OAuth 1 wants it. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text.replace(loneSurrogate, "\ufffd")).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
