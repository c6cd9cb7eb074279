/** Whom to log in where. */
export interface Asked {
  /** The connection's id and the provider's name. */
  readonly id: string
  readonly name: string
  /** Where to listen for the browser; 0 for any free port. */
  readonly port: number
}
