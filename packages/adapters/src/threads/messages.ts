/** What a thread is sent: a request, or the word that the last part was taken. */
export type ToThread<Request> = { readonly _tag: "Ask"; readonly request: Request } | { readonly _tag: "Next" }

/** What a thread sends: that it is loaded, parts of an answer, the answer, or an error that nobody caught. */
export type FromThread<Answer, Part> =
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Part"; readonly part: Part }
  | { readonly _tag: "Answer"; readonly answer: Answer }
  | { readonly _tag: "Failed"; readonly message: string }
