import { tokenStoreContract } from "../contract/TokenStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) tokenStoreContract(engine.name, newDatabase(engine))
