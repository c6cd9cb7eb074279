import type { SettingOrigin } from "@daybook/core/setup"
import type { Setting } from "@daybook/sources/setting"

type AnySetting = Setting<unknown>

/** A setting and its value. */
export interface SettingValue {
  readonly setting: AnySetting
  readonly origin: SettingOrigin | null
  /** Null for secrets and without a value. */
  readonly text: string | null
}

/** Whether a destination gets a secret: all of its source, unless it names some. */
const receives = ({ isDestination, receives: some }: AnySetting, { isSecret, name }: AnySetting): boolean =>
  isDestination === true && isSecret && (some?.includes(name) ?? true)

/**
 * Why values must not be stored; null if they may. A server of the owner's own gets the secrets of its source. Who
 * changes its address, or sets one while there are secrets, must know them: an admin key alone must not send them
 * elsewhere.
 */
export const destinationProblem = (
  current: ReadonlyArray<SettingValue>,
  values: Readonly<Record<string, string>>,
  /** The name of the login that the source has now; null without one. */
  login: string | null
): string | null => {
  const moved = current.filter(
    ({ setting: { default: fallback, isDestination, name }, text }) =>
      isDestination === true && values[name] !== undefined && values[name].trim() !== (text?.trim() ?? fallback)
  )
  for (const { setting } of moved) {
    const others = current.filter((one) => one.origin !== null && values[one.setting.name] === undefined)
    const secrets = others.filter((one) => receives(setting, one.setting))
    const ofOperator = secrets.find(({ origin }) => origin !== "stored")
    if (ofOperator !== undefined)
      return `${setting.name} says where ${ofOperator.setting.name} is sent, which is set where the host is started: set both there`
    if (secrets.length > 0)
      return `${setting.name} says where secrets are sent: give ${secrets.map((one) => one.setting.name).join(" and ")} with it, or delete them first`
    if (login !== null && setting.receives === undefined)
      return `${setting.name} says where the login at ${login} is sent: delete the login first`
  }
  return null
}

/** The names to delete: with a destination go the secrets that it gets. */
export const withSecretsOf = (
  settings: ReadonlyArray<AnySetting>,
  names: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const destinations = settings.filter(({ name }) => names.includes(name))
  const secrets = settings.filter((one) => destinations.some((destination) => receives(destination, one)))
  return Array.from(new Set([...names, ...secrets.map(({ name }) => name)]))
}
