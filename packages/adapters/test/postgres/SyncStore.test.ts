import { syncStoreContract } from "../contract/SyncStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) syncStoreContract(engine.name, newDatabase(engine))
