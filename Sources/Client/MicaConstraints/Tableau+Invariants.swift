extension Tableau {
    /// Stops the program if the tableau is not in basic feasible solved form, or not optimal. Compiled only with
    /// MICA_CHECKS.
    func checkInvariants() {
        #if MICA_CHECKS
        for (index, row) in rows.enumerated() where symbols[Int(row.basic)].row == index {
            precondition(!isInfeasible(index), "a row is infeasible")
            let kind = symbols[Int(row.basic)].kind
            precondition(kind != .free, "a row of a variable that was freed")
            for term in row.terms {
                let named = symbols[Int(term.symbol)]
                precondition(named.row < 0, "a row names a basic variable")
                precondition(named.column.contains(Int32(index)), "a row is not in the column of what it names")
                let isAllowed = named.kind != .external || kind == .external
                precondition(isAllowed, "a row of a restricted variable names an external one")
                precondition(kind != .dummy || named.kind == .dummy, "a row of a dummy names what can grow")
            }
        }
        for (index, symbol) in symbols.enumerated() {
            precondition(symbol.row < 0 || rows[Int(symbol.row)].basic == index, "a row of another variable")
            precondition(symbol.row < 0 || symbol.costs.isEmpty, "a basic variable has a coefficient in the objective")
            precondition(!symbol.kind.mayGrow || (symbol.costs.first?.value ?? 0) > -1e-6, "the objective is not least")
        }
        #endif
    }
}
