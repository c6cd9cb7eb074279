import { runningStoreContract } from "../contract/RunningStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) runningStoreContract(engine.name, newDatabase(engine))
