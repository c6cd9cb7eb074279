/** What a client may be allowed: `read` reads, `write` also has the tools that write. */
export const grantScopes = ["read", "write"] as const
export type GrantScope = (typeof grantScopes)[number]

/** How the texts of tokens begin. */
export const tokenPrefixes = { access: "svc_oat_", refresh: "svc_ort_" } as const

export const codeLifetime = 60_000
export const accessLifetime = 3_600_000
/** How long a refresh token that was used may be used again, because its answer may be lost. */
export const lostAnswerGrace = 10_000
/** How long a consent page, and the approval of its code, are valid. */
export const consentLifetime = 600_000
/** How long a grant may last, in days. */
export const grantDays = [30, 90, 365] as const

interface WebAddress {
  readonly scheme: string
  /** Lower case, without port. */
  readonly host: string
  readonly port: string
  /** Path and query. */
  readonly rest: string
}

const form = /^(https?):\/\/(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?((?:[/?][^#\\]*)?)$/i
const printable = /^[!-~]+$/

/** The parts of an http address without login and fragment; undefined for any other text. */
export const webAddress = (text: string): WebAddress | undefined => {
  const [, scheme = "", host = "", port = "", rest = ""] = (printable.test(text) ? form.exec(text) : null) ?? []
  return scheme === "" ? undefined : { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port, rest }
}

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host)

const isSecure = ({ host, scheme }: WebAddress): boolean => scheme === "https" || isLoopbackHost(host)

/** Why OAuth cannot be served at a public address; undefined if it can. */
export const publicUrlProblem = (publicUrl: string): string | undefined => {
  const address = webAddress(publicUrl)
  if (address === undefined || !isSecure(address)) return "it needs DAYBOOK_PUBLIC_URL with an https address"
  if (address.rest !== "" && address.rest !== "/") return "it needs a DAYBOOK_PUBLIC_URL without a path"
  return undefined
}

/** Whether a client may register this address for the browser's return. */
export const isRedirect = (text: string): boolean => {
  const address = webAddress(text)
  return address !== undefined && text.length <= 2_000 && isSecure(address)
}

/** Whether a program on the owner's own machine answers at the address. */
export const isLoopback = (text: string): boolean => isLoopbackHost(webAddress(text)?.host ?? "")

/** Whether a redirect address is a registered one: the same text. On loopback the port may differ (RFC 8252 §7.3). */
export const matchesRedirect = (registered: string, requested: string): boolean => {
  if (registered === requested) return isRedirect(requested)
  const [one, other] = [webAddress(registered), webAddress(requested)]
  if (one === undefined || other === undefined || one.scheme !== "http" || !isLoopbackHost(one.host)) return false
  return one.scheme === other.scheme && one.host === other.host && one.rest === other.rest
}

/** Whether a requested resource is this one; one trailing slash and the case of the host do not count. */
export const matchesResource = (requested: string, resource: string): boolean => {
  const normal = (text: string) => {
    const address = webAddress(text)
    return address && [address.scheme, address.host, address.port, address.rest.replace(/\/$/, "")].join(" ")
  }
  const own = normal(resource)
  return own !== undefined && normal(requested) === own
}

/** A code as the store has it. Times are epoch milliseconds. */
export interface IssuedCode {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly expiresAt: number
  readonly usedAt: number | null
}

/** What a client presents with a code. `challenge` is computed from its verifier. */
export type CodeUse = Pick<IssuedCode, "clientId" | "redirectUri" | "challenge">

/** `reused` means that somebody has a copy: the grant ends. */
export type Verdict = "issue" | "invalid" | "reused"

export const judgeCode = (code: IssuedCode, use: CodeUse, now: number): Verdict => {
  if (code.usedAt !== null) return "reused"
  const matches =
    code.clientId === use.clientId && code.redirectUri === use.redirectUri && code.challenge === use.challenge
  return matches && now < code.expiresAt ? "issue" : "invalid"
}

export interface IssuedRefreshToken {
  readonly clientId: string
  readonly expiresAt: number
  /** When it was first used. */
  readonly usedAt: number | null
}

export const judgeRefresh = (token: IssuedRefreshToken, clientId: string, now: number): Verdict => {
  if (token.clientId !== clientId || now >= token.expiresAt) return "invalid"
  return token.usedAt === null || now - token.usedAt <= lostAnswerGrace ? "issue" : "reused"
}

/** An error of an authorization request that the client is told of (RFC 6749 §4.1.2.1). */
export interface RequestError {
  readonly error: "invalid_request" | "unsupported_response_type" | "invalid_scope" | "invalid_target"
  readonly message: string
}

/** What a client asks for. */
export interface AuthorizationRequest {
  readonly challenge: string
  readonly scopes: ReadonlyArray<GrantScope>
}

/** The known scopes of a request; `read` without any. */
export const scopesOf = (text: string | undefined): ReadonlyArray<GrantScope> | undefined => {
  const names = (text ?? "").split(" ").filter((name) => name !== "")
  if (names.length === 0) return ["read"]
  const scopes = grantScopes.filter((scope) => names.includes(scope))
  return scopes.length === 0 ? undefined : scopes
}

/** Checks the parameters of an authorization request whose client and redirect are known already. */
export const checkRequest = (
  params: ReadonlyMap<string, string>,
  resource: string
): AuthorizationRequest | RequestError => {
  const challenge = params.get("code_challenge") ?? ""
  const scopes = scopesOf(params.get("scope"))
  if (params.get("response_type") !== "code")
    return { error: "unsupported_response_type", message: "response_type must be code" }
  if (params.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return { error: "invalid_request", message: "code_challenge must have 43 characters, with the method S256" }
  if (!matchesResource(params.get("resource") ?? "", resource))
    return { error: "invalid_target", message: `resource must be ${resource}` }
  if (scopes === undefined) return { error: "invalid_scope", message: "scope must be read or write" }
  return { challenge, scopes }
}

/** The form of a code that the owner approves on the command line, such as `ABCD-1234`. */
export const approvalForm = /^[A-Z]{4}-\d{4}$/

/** The code of a consent page, from its signature: letters and digits without those that look alike. */
export const approvalCode = (signature: string): string => {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
  const values = Array.from(signature, (character) => character.charCodeAt(0))
  // Seven characters of base64url for the letters and as many for the digits: far more than either needs.
  const number = (from: number) =>
    values.slice(from, from + 7).reduce((sum, value) => (sum * 131 + value) % 4_294_967_291, 7)
  const [first, second] = [number(0), number(7)]
  const word = [0, 1, 2, 3].map((place) => letters[Math.floor(first / 24 ** place) % 24]).join("")
  return `${word}-${String(second % 10_000).padStart(4, "0")}`
}
