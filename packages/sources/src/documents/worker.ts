import { serve } from "../threads/serve.js"
import { parse } from "./parse.js"
import type { DocumentAnswer, DocumentPart, DocumentRequest } from "./requests.js"

/** Entry of the thread that reads untrusted documents: a malicious one harms this thread only. */
serve<DocumentRequest, DocumentAnswer, DocumentPart>(parse)
