/** What the thread with the model is asked, one question at a time. No text is empty. */
export interface Question {
  readonly texts: ReadonlyArray<string>
}

export type Answer =
  | { readonly _tag: "Vectors"; readonly vectors: ReadonlyArray<Float32Array> }
  | { readonly _tag: "Failed"; readonly message: string }
