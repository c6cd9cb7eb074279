import { declaredStoreContract } from "../contract/DeclaredStore.js"
import { newDatabase } from "../support/database.js"

declaredStoreContract(newDatabase())
