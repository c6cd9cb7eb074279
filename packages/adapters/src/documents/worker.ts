import { serve } from "../threads/serve.js"
import { parse } from "./parse.js"
import type { DocumentAnswer, DocumentPart, DocumentRequest } from "./requests.js"

/** The thread that reads documents which others wrote: one that is made to harm costs this thread alone. */
serve<DocumentRequest, DocumentAnswer, DocumentPart>(parse)
