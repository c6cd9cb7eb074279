import { definitions } from "./index.js"
import type { Connection } from "./oauth/index.js"
import type { SourceDefinition } from "./SourceDefinition.js"

/** What can be named to `daybook connect`: a source, or a connection that several sources share. */
export interface Connectable {
  readonly name: string
  /** None for a source that is set up by settings alone. */
  readonly connection: Connection | undefined
  /** The sources that the login is for. */
  readonly sources: ReadonlyArray<string>
}

/** Every source, then the connections that are called otherwise. */
export const connectableOf = (all: ReadonlyArray<Pick<SourceDefinition<never>, "id" | "connect">>): ReadonlyArray<Connectable> => {
  const sharing = (connection: Connection | undefined) => all.filter(({ connect }) => connection !== undefined && connect?.id === connection.id).map(({ id }) => id)
  const ofSources = all.map(({ connect, id }): Connectable => ({ name: id, connection: connect, sources: sharing(connect) }))
  const others = ofSources.filter(({ connection }, index) =>
    connection !== undefined && !all.some(({ id }) => id === connection.id) && all.findIndex(({ connect }) => connect?.id === connection.id) === index)
  return [...ofSources, ...others.map((one): Connectable => ({ ...one, name: one.connection?.id ?? one.name }))]
}

export const connectables = connectableOf(definitions)
