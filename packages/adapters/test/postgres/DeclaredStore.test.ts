import { declaredStoreContract } from "../contract/DeclaredStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) declaredStoreContract(engine.name, newDatabase(engine))
