import { parentPort, threadId } from "node:worker_threads"

/** Implements the protocol of `serve` and executes requests. */
let next = () => undefined
const answer = (value) => parentPort.postMessage({ _tag: "Answer", answer: value })

const doings = {
  echo: ({ value }) => answer(value),
  thread: () => answer(threadId),
  hang: () => {
    for (;;);
  },
  fill: () => {
    const memory = []
    for (;;) memory.push(Array.from({ length: 1_000 }, (_, index) => `${index} ${memory.length}`))
  },
  throw: () => {
    throw new Error("no more")
  },
  fail: () => parentPort.postMessage({ _tag: "Failed", message: "not this one" }),
  exit: () => process.exit(3),
  parts: async ({ count }) => {
    for (let part = 0; part < count; part++) {
      const nextRequest = new Promise((resolve) => (next = resolve))
      parentPort.postMessage({ _tag: "Part", part })
      await nextRequest
    }
    answer(count)
  },
  own: ({ bytes }) => answer(bytes.byteLength)
}

parentPort.on("message", (message) => (message._tag === "Next" ? next() : doings[message.request.do](message.request)))
parentPort.postMessage({ _tag: "Ready" })
