/** Why there is no answer. Status 0: none that the page may read. */
export interface Failure {
  readonly status: number
  readonly message: string
  /** True if it is no use to ask again soon: the host refuses, so somebody has to change something. */
  readonly isRefusal: boolean
}

interface Question {
  /** The host, without a slash at the end. */
  readonly host: string
  /** The path below the host, with its query. */
  readonly path: string
  readonly key: string
  /** Milliseconds from an answer to the next request. */
  readonly every: number
  readonly onAnswer: (text: string) => void
  readonly onFailure: (failure: Failure) => void
}

const firstRetry = 5_000
const maxRetry = 15 * 60_000

/** A time of its own for each visitor, so that they do not all come back in one moment. */
const scattered = (milliseconds: number) => milliseconds * (0.8 + Math.random() * 0.4)

/** Whether the host answers at all. What it serves to every page tells a refused origin from a host that is offline. */
const answers = (host: string, signal: AbortSignal): Promise<boolean> =>
  fetch(`${host}/p/embed.js`, { method: "HEAD", credentials: "omit", cache: "no-store", signal }).then(
    ({ ok }) => ok,
    () => false
  )

const messageOf = async (response: Response): Promise<string> => {
  const { error } = (await response.json().catch(() => ({}))) as { readonly error?: unknown }
  return typeof error === "string" ? error : `the host answered ${response.status}`
}

const ask = async ({ host, key, path }: Question, signal: AbortSignal): Promise<string | Failure> => {
  let response: Response
  try {
    response = await fetch(host + path, {
      headers: { authorization: `Bearer ${key}` },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal
    })
    if (response.ok) return await response.text()
  } catch {
    const isRefusal = await answers(host, signal)
    const message = isRefusal
      ? `${host} does not let pages of ${location.origin} use this key: give it the origin ${location.origin}`
      : `${host} does not answer`
    return { status: 0, message, isRefusal }
  }
  const { status } = response
  return { status, message: await messageOf(response), isRefusal: [400, 401, 403].includes(status) }
}

/**
 * Asks now, and then again and again while the page is in front. After a failure it waits longer each time, up to a
 * quarter of an hour. Returns the function that ends it.
 */
export const poll = (question: Question): (() => void) => {
  const abort = new AbortController()
  const { signal } = abort
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  const next = (milliseconds: number) => {
    timer = setTimeout(() => {
      isDue = true
      if (!document.hidden) void round()
    }, milliseconds)
  }
  const round = async () => {
    isDue = false
    const answer = await ask(question, signal)
    if (signal.aborted) return
    if (typeof answer === "string") {
      failures = 0
      question.onAnswer(answer)
      return next(question.every)
    }
    question.onFailure(answer)
    // Nothing to show yet is no fault.
    if (answer.status === 404) return next(question.every)
    next(scattered(answer.isRefusal ? maxRetry : Math.min(firstRetry * 2 ** failures++, maxRetry)))
  }
  document.addEventListener("visibilitychange", () => isDue && !document.hidden && void round(), { signal })
  void round()
  return () => {
    abort.abort()
    clearTimeout(timer)
  }
}
