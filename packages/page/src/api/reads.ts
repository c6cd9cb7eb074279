/** A read that waits for its batch. */
interface QueuedRead {
  readonly address: string
  readonly signal: AbortSignal
  readonly resolve: (answer: ReadAnswer) => void
  readonly reject: (reason: unknown) => void
}

/** The answer to one read. A failed read has no value. */
export interface ReadAnswer {
  readonly status: number
  readonly value: unknown
}

interface Part {
  readonly path: string
  readonly status: number
  readonly etag: string | null
  readonly body: unknown
}

/** What a batch is sent with. */
interface BatchRequest {
  readonly path: string
  readonly etag?: string
}

/** Sends a request of the page: a GET, or with reads the batch of them. */
export interface ReadsOptions {
  readonly single: (address: string, signal: AbortSignal) => Promise<ReadAnswer>
  /** The body of the answer, or the status if it is another one than 200. */
  readonly batch: (reads: ReadonlyArray<BatchRequest>, signal: AbortSignal) => Promise<unknown>
}

/** The host takes no more in one batch. */
const maxReads = 40
/** Answers whose ETag is remembered. */
const maxTagged = 200

/**
 * Sends reads that are asked for in the same turn as one request, so that a page with twenty parts takes one of the
 * owner's rate limit. Answers that did not change come without their bodies.
 */
export const reads = ({ batch, single }: ReadsOptions) => {
  const tagged = new Map<string, { readonly etag: string; readonly value: unknown }>()
  let queue: Array<QueuedRead> = []

  const remember = (address: string, etag: string | null, value: unknown) => {
    tagged.delete(address)
    if (etag !== null) tagged.set(address, { etag, value })
    if (tagged.size > maxTagged) tagged.delete(tagged.keys().next().value!)
  }

  const sendAlone = ({ address, reject, resolve, signal }: QueuedRead) =>
    void single(address, signal).then(resolve, reject)

  const sendTogether = async (group: ReadonlyArray<QueuedRead>) => {
    const controller = new AbortController()
    const leave = () => group.every(({ signal }) => signal.aborted) && controller.abort()
    for (const { signal } of group) signal.addEventListener("abort", leave)
    const former = group.map(({ address }) => tagged.get(address))
    try {
      const requests = group.map(({ address }, index) => ({
        path: `/${address}`,
        ...(former[index] === undefined ? {} : { etag: former[index].etag })
      }))
      const answer = await batch(requests, controller.signal)
      if (typeof answer === "number")
        return group.forEach(({ resolve }) => resolve({ status: answer, value: undefined }))
      const { data } = answer as { readonly data: ReadonlyArray<Part> }
      for (const [index, { address, reject, resolve, signal }] of group.entries()) {
        const { body, etag, status } = data[index]!
        const value = status === 304 ? former[index]?.value : body
        if (status === 200) remember(address, etag, value)
        if (signal.aborted) reject(signal.reason)
        else resolve({ status: status === 304 ? 200 : status, value })
      }
    } catch (failure) {
      for (const { reject } of group) reject(failure)
    } finally {
      for (const { signal } of group) signal.removeEventListener("abort", leave)
    }
  }

  const flush = () => {
    const waiting = queue.filter(({ signal }) => !signal.aborted)
    queue = []
    if (waiting.length === 1) return sendAlone(waiting[0]!)
    for (let first = 0; first < waiting.length; first += maxReads)
      void sendTogether(waiting.slice(first, first + maxReads))
  }

  return (address: string, signal: AbortSignal): Promise<ReadAnswer> =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) queueMicrotask(flush)
      queue.push({ address, signal, resolve, reject })
      signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    })
}
