import { root } from "../router/location.js"

/** The admin key of this tab. Another tab asks for its own. */
const storageName = "daybook.adminKey"
/** The key that the page reads with. It is also the admin key if it has the scope. */
const pageKeyName = "daybook.key"
const adminPrefix = "svc_admin_"

/** A key that the host refused for admin requests. */
let refusedKey: string | null = null

const changes = new EventTarget()
const changed = "change"

/** The admin key of this tab, or null. Whether the host accepts it, only a request can tell. */
export const adminKey = (): string | null => {
  const pageKey = sessionStorage.getItem(pageKeyName)
  const key = sessionStorage.getItem(storageName) ?? (pageKey?.startsWith(adminPrefix) === true ? pageKey : null)
  return key === refusedKey ? null : key
}

/** Sets the admin key of this tab; null forgets it. */
export const setAdminKey = (key: string | null): void => {
  refusedKey = null
  if (key === null) sessionStorage.removeItem(storageName)
  else sessionStorage.setItem(storageName, key)
  changes.dispatchEvent(new Event(changed))
}

/** Calls back when the admin key is set, forgotten or refused; returns the function that ends it. */
export const onAdminKey = (listener: () => void): (() => void) => {
  changes.addEventListener(changed, listener)
  return () => changes.removeEventListener(changed, listener)
}

/** Whether the host refused the last admin key: it is unknown, revoked, or has another scope. */
export const isRefused = (): boolean => refusedKey !== null

/** Forgets a key that the host refused. */
export const refuse = (key: string): void => {
  if (sessionStorage.getItem(storageName) === key) sessionStorage.removeItem(storageName)
  refusedKey = key
  changes.dispatchEvent(new Event(changed))
}

/** An admin request failed. Status 0: the host did not answer. */
export class AdminFailure extends Error {
  override readonly name = "AdminFailure"
  constructor(
    readonly status: number,
    message: string,
    /** Seconds until the host takes requests again; null if it did not say. */
    readonly retryAfter: number | null = null
  ) {
    super(message)
  }
}

export const unreachable = () => new AdminFailure(0, "The host does not answer.")

/** Status codes that concern the key. */
export const isRefusal = (status: number): boolean => status === 401 || status === 403

const messages: Readonly<Record<number, string>> = {
  401: "The host does not know this key: it was mistyped, revoked, or has expired.",
  403: "This key can only read. Enter an admin key.",
  429: "Too many requests. Try again in a minute."
}

/** What failed: the envelope's message, or one for the status. */
export const failureOf = (status: number, answer: unknown, retryAfter: number | null = null): AdminFailure => {
  const error = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : undefined
  return new AdminFailure(
    status,
    messages[status] ?? (typeof error === "string" ? error : `The host answered ${status}.`),
    retryAfter
  )
}

/** The address of a path of the API, such as `/v1/admin/keys`. The host may be mounted below a prefix. */
export const addressOf = (path: string): string => `${root}v1/${path.replace(/^\/?(v1\/)?/, "")}`

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE"

const send = async (key: string, method: Method, path: string, body: unknown): Promise<Response> => {
  const authorization = `Bearer ${key}`
  const content =
    body === undefined
      ? { headers: { authorization } }
      : { headers: { authorization, "content-type": "application/json" }, body: JSON.stringify(body) }
  try {
    return await fetch(addressOf(path), { method, cache: "no-store", ...content })
  } catch {
    throw unreachable()
  }
}

/** The answer to an admin request with this key. Rejects with an `AdminFailure`. */
export const requestWith = async <A>(key: string, method: Method, path: string, body?: unknown): Promise<A> => {
  const response = await send(key, method, path, body)
  const answer = (await response.json().catch(() => undefined)) as A
  const retryAfter = response.headers.get("retry-after")
  if (!response.ok) throw failureOf(response.status, answer, retryAfter === null ? null : Number(retryAfter))
  return answer
}

/**
 * Sends an admin request, such as `adminRequest("GET", "/v1/admin/keys")`, with the key in a header and a body as JSON.
 * Rejects with an `AdminFailure`. A key that the host refuses is forgotten, and `AdminGate` asks for another one.
 */
export const adminRequest = async <A>(method: Method, path: string, body?: unknown): Promise<A> => {
  const key = adminKey()
  if (key === null) throw new AdminFailure(401, "Enter an admin key first.")
  try {
    return await requestWith<A>(key, method, path, body)
  } catch (failure) {
    if (failure instanceof AdminFailure && isRefusal(failure.status)) refuse(key)
    throw failure
  }
}
