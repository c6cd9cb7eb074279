import { parentPort } from "node:worker_threads"
import type { Answer, Question } from "./Conversation.js"
import { extract } from "./extract.js"
import { providerText } from "./providerText.js"

/** The thread that takes pages apart: a large one keeps a processor busy for seconds, and the host goes on answering. */
const answer = (question: Question): Answer => {
  try {
    return question._tag === "Page" ? { _tag: "Page", page: extract(question.html, question.url) } : { _tag: "Text", text: providerText(question.html) }
  } catch (cause) {
    return { _tag: "Failed", message: cause instanceof Error ? cause.message : String(cause) }
  }
}

parentPort?.on("message", (question: Question) => parentPort?.postMessage(answer(question)))
