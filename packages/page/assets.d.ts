/** One file of the page, as it is sent. */
export interface Asset {
  /** Relative to the page: `assets/page.<hash>.js`. Another content has another path, so it may be kept for good. */
  readonly path: string
  readonly contentType: string
  /** The bytes, in base64. */
  readonly base64: string
}

/** What `/` answers with. It names the assets and nothing else. */
export declare const html: string

/** All that the page loads beside what it asks the API. */
export declare const assets: ReadonlyArray<Asset>
