/** What the main thread tells the one that owns the engine. */
export interface WorkerOptions {
  /** Of the database itself. */
  readonly folder: string
  /** Where to listen; without it on a port. */
  readonly socketFile: string | undefined
  readonly host: string
  readonly port: number
  readonly password: string | undefined
  readonly idleTransactionMillis: number
}

/** What that thread says in return. Any message to it asks it to end. */
export type WorkerReport =
  | { readonly _tag: "Ready"; readonly port: number }
  | { readonly _tag: "Died"; readonly message: string; readonly code: string | undefined }
