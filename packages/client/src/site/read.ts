import { DaybookError } from "../error.js"

/** A host, and a key to read with. */
export interface SiteOptions {
  /** Address of the host including its base path, such as `https://life.example`. */
  readonly url: string
  /** A key. In pages a publishable one, `svc_pub_…`; in builds with `--no-origin`. */
  readonly key: string
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** An answer of the host: its status, its text, and what changes when it changes. */
export interface SiteAnswer {
  readonly status: number
  readonly text: string
  readonly etag: string | null
}

const maxTries = 4
/** Seconds until the next try if the host does not say. */
const defaultWait = 2
const maxWait = 60

const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000))

/** Seconds that the host asks to wait; it is believed up to a minute. */
const waitOf = (response: Response): number => {
  const seconds = Number(response.headers.get("retry-after") ?? defaultWait)
  return Math.min(Number.isFinite(seconds) && seconds >= 0 ? seconds : defaultWait, maxWait)
}

const errorIn = (text: string, status: number): string => {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown }
    if (typeof error === "string") return error
  } catch {
    // Not the host's own answer: a proxy's page, for example.
  }
  return `the host answered ${status}`
}

const attempt = async ({ fetch = globalThis.fetch, key, url }: SiteOptions, path: string, etag: string | undefined) => {
  const headers = { authorization: `Bearer ${key}`, ...(etag === undefined ? {} : { "if-none-match": etag }) }
  try {
    return await fetch(url.replace(/\/+$/, "") + path, { headers })
  } catch (cause) {
    throw new DaybookError(`${url} does not answer`, 0, cause)
  }
}

/**
 * Reads a path such as `/v1/feed?limit=5`, again after 429 and 503. Statuses in `expected` are answers, others reject
 * with a `DaybookError`. With `etag` the answer can be 304.
 */
export const readPath = async (
  options: SiteOptions,
  path: string,
  { etag, expected = [] }: { readonly etag?: string | undefined; readonly expected?: ReadonlyArray<number> } = {}
): Promise<SiteAnswer> => {
  for (let tries = 1; ; tries++) {
    const response = await attempt(options, path, etag)
    const { status } = response
    if ((status === 429 || status === 503) && tries < maxTries) {
      await response.body?.cancel()
      await sleep(waitOf(response))
      continue
    }
    const text = await response.text()
    if (!response.ok && status !== 304 && !expected.includes(status))
      throw new DaybookError(errorIn(text, status), status, text)
    return { status, text, etag: response.headers.get("etag") }
  }
}
