/** Names of members, parameters, attributes and elements that hold a secret. */
const secretName =
  "[\\w.-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|pwd|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?key|" +
  "auth[_-]?key|session|cookie|credential|signature|authorization|bearer|jwt)[\\w.-]{0,40}"
/** Short names, and such that are parts of ordinary words: `sig`, but not `design`. */
const shortName = "(?:sig|key|auth|sid|pin|code|hmac|nonce)"
const start = "(?<![\\w.-])"

const replacements: ReadonlyArray<readonly [pattern: RegExp, replacement: string]> = [
  // Headers, and what repeats them: the rest of the line.
  [/((?:proxy-)?authorization|(?:set-)?cookie2?)(["']?\s*[:=]\s*["']?)(?!["'])[^\r\n"'<]+/gi, "$1$2…"],
  [/\b(Bearer|Basic|Digest|GoogleLogin auth=|MediaBrowser)(\s+|(?<==))[\w+/=.~-]{6,}/gi, "$1$2…"],
  // `"name": "value"`, the same in JSON that is a text of JSON, and `name='value'`.
  [new RegExp(`${start}(${secretName})(["']?\\s*[:=]\\s*")(?:[^"\\\\]|\\\\[^])*`, "gi"), "$1$2…"],
  [new RegExp(`${start}(${secretName})(\\\\["']\\s*[:=]\\s*\\\\")(?:[^"\\\\]|\\\\[^"])*`, "gi"), "$1$2…"],
  [new RegExp(`${start}(${secretName})(["']?\\s*[:=]\\s*)'[^']*'?`, "gi"), "$1$2'…'"],
  // `name=value` and `name: value`, in addresses, forms and JSON without quotes.
  [new RegExp(`${start}(${secretName})(\\\\?["']?\\s*[:=]\\s*)(?!\\\\?["'])[^\\s&"'<>,;}\\])]+`, "gi"), "$1$2…"],
  [new RegExp(`([?&;])(${shortName})=[^\\s&"'<>\\\\]+`, "gi"), "$1$2=…"],
  // `<name>value</name>`
  [new RegExp(`<(${secretName})((?:\\s[^<>]{0,200})?)>[^<]*`, "gi"), "<$1$2>…"],
  // `https://user:password@host`
  [/(\b[a-z][a-z\d+.-]{1,15}:\/\/)[^\s/@"'<>]{1,400}@/gi, "$1…@"],
  // JSON Web Tokens, and keys of Daybook.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, "…"],
  [/\bsvc_[a-z]+_[\w-]{12,}/g, "…"]
]

/** Other ways in which a document writes a value. */
const spellingsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  secret.replaceAll("/", "\\/"),
  secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  Buffer.from(secret).toString("base64")
]

/** A text without the given secrets, and without what stands where secrets stand. */
export const withoutSecrets = (text: string, secrets: ReadonlyArray<string> = []): string => {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((one, other) => other.length - one.length)
  const withoutGiven = spellings.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
  return replacements.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutGiven)
}
