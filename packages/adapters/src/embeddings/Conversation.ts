/** Texts for the model in its thread. None is empty. */
export interface Request {
  readonly texts: ReadonlyArray<string>
}

/** A vector for each text. */
export type Vectors = ReadonlyArray<Float32Array>
