import { Effect } from "effect"
import { Agent, get } from "node:http"
import { answering } from "../support/answering.js"

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const fetchText = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")))
    }).on("error", reject)
  })

/** Requests the URLs sequentially, as a full sync does, parses each answer and discards it. */
answering((urls: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const drain = async () => {
      const start = performance.now()
      let bytes = 0
      for (const url of urls) {
        const text = await fetchText(url)
        JSON.parse(text)
        bytes += text.length
      }
      return { seconds: (performance.now() - start) / 1_000, bytes }
    }
    return [null, (_: "drain") => Effect.promise(drain)] as const
  })
)
