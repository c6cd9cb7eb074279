/** A listen as the clients have it. `at` is when it began, unix seconds. */
export interface ClientListen {
  readonly artist: string
  readonly track: string
  readonly album: string
  readonly seconds: number
  readonly at: number
  readonly trackMbid?: string
  readonly artistMbid?: string
  readonly albumMbid?: string
}

/** A program that scrobbles, with the queue that it keeps while the server does not answer. */
export interface ScrobblerClient {
  readonly name: string
  /** Signs in or checks its token, as the program does when it is set up. */
  readonly connect: () => Promise<void>
  /** Reports what is playing. Programs never send that again. */
  readonly play: (listen: ClientListen) => Promise<void>
  /** Puts a listen into the queue. */
  readonly finish: (listen: ClientListen) => void
  /** Sends what is in the queue, until it is empty or the server does not take more. */
  readonly flush: () => Promise<void>
  /** Sends the listens again that the server took already, as after a lost answer. */
  readonly resend: () => Promise<void>
  readonly queued: () => number
  /** Listens that the program gave up, each with the answer. */
  readonly dropped: ReadonlyArray<{ readonly listen: ClientListen; readonly answer: string }>
}

export interface ClientRequest {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ClientAnswer {
  readonly status: number
  readonly text: string
  readonly header: (name: string) => string | null
}

/** Sends without any header that the program does not set. Fails as the network does. */
export const send = async ({ body, headers, method, url }: ClientRequest): Promise<ClientAnswer> => {
  // A body of bytes has no content type, unlike a text.
  const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) }
  const response = await fetch(url, { method, headers, ...bytes })
  return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) }
}

export const parseJson = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return undefined
  }
}

/** What a program does with an answer: it was taken, is sent again later, or is given up. */
export type Verdict = "taken" | "again" | "given_up"

/** A program that sends its queue in batches, and judges each answer. */
export const queueing = (options: {
  readonly name: string
  readonly batch: number
  readonly connect: () => Promise<void>
  readonly play: (listen: ClientListen) => Promise<void>
  readonly submit: (listens: ReadonlyArray<ClientListen>) => Promise<{ verdict: Verdict; answer: string }>
}): ScrobblerClient => {
  let queue: ReadonlyArray<ClientListen> = []
  const accepted: Array<ClientListen> = []
  const dropped: Array<{ listen: ClientListen; answer: string }> = []
  const submit = (listens: ReadonlyArray<ClientListen>) =>
    options.submit(listens).catch((cause: unknown) => ({ verdict: "again" as const, answer: String(cause) }))
  return {
    name: options.name,
    connect: options.connect,
    play: (listen) => options.play(listen).catch(() => undefined),
    finish: (listen) => {
      queue = [...queue, listen]
    },
    flush: async () => {
      while (queue.length > 0) {
        const batch = queue.slice(0, options.batch)
        const { answer, verdict } = await submit(batch)
        if (verdict === "again") return
        if (verdict === "taken") accepted.push(...batch)
        else dropped.push(...batch.map((listen) => ({ listen, answer })))
        queue = queue.slice(batch.length)
      }
    },
    resend: async () => {
      for (let place = 0; place < accepted.length; place += options.batch)
        await submit(accepted.slice(place, place + options.batch))
    },
    queued: () => queue.length,
    dropped
  }
}
