import { scrobblerStoreContract } from "../contract/ScrobblerStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) scrobblerStoreContract(engine.name, newDatabase(engine))
