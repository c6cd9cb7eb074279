const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Text for an element of HTML or XML, or for an attribute in double quotes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** What XML 1.0 cannot hold, not even as a reference: control characters, halves of a pair, U+FFFE and U+FFFF. */
const impossible = /(?![\t\n\r])[\u0000-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** The same for XML, without the characters that it does not allow. */
export const escapeXml = (text: string): string => escapeMarkup(text.replace(impossible, ""))
