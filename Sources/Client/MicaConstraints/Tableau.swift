/// The equations in solved form, with the objective. ConstraintSolver.swift explains the algorithm.
struct Tableau {
    /// The meaning of a variable of the tableau.
    enum Kind: UInt8 {
        /// A caller's unknown: any value.
        case external
        /// A caller's unknown that is never negative.
        case restricted
        /// The difference of an inequality's sides: never negative.
        case slack
        /// The amount by which a constraint is violated: never negative.
        case error
        /// The marker of a required equation: always zero; never enters the basis.
        case dummy
        /// Unused: the number is free.
        case free

        /// Whether it is a caller's unknown.
        var isUnknown: Bool { self == .external || self == .restricted }
        /// Whether it is never negative and may enter the basis.
        var mayGrow: Bool { self == .restricted || self == .slack || self == .error }
    }

    /// A variable with its coefficient.
    struct Term {
        var symbol: Int32
        var coefficient: Double
    }

    /// The expression of a basic variable: a constant and parametric variables, sorted by number.
    struct Row {
        var basic: Int32
        var constant: Double
        var terms: [Term]
        /// The mark of the last walk along a column that met the row.
        var stamp: UInt32 = 0
    }

    /// A coefficient of an objective row.
    struct Cost {
        /// The objective row, by its priority.
        var priority: Float
        var value: Double
    }

    /// One variable.
    struct Symbol {
        var kind: Kind
        /// Whether it is in the list of changed variables.
        var isNoted = false
        /// The row in which it is basic; -1 while it is parametric.
        var row: Int32 = -1
        /// The number of rows that name it; its column has at least as many entries.
        var uses: Int32 = 0
        /// The constraint that it was made for, as an index of an entry; -1 for none.
        var owner: Int32 = -1
        /// The coefficients of a parametric variable in the objective rows, highest priority first.
        var costs: [Cost] = []
        /// The rows that name it. Some entries may be outdated or repeated.
        var column: [Int32] = []
    }

    private(set) var symbols: [Symbol] = []
    private var freeSymbols: [Int32] = []
    private(set) var rows: [Row] = []
    private var freeRows: [Int32] = []
    private var changes: [Int32] = []
    private var scratch: [Term] = []
    private var stamp: UInt32 = 0
    /// Variables whose columns have many outdated entries. Their columns are cleaned up while no row is being changed.
    private var overgrown: [Int32] = []
    /// Parametric variables that may lower the objective.
    var candidates: [Int32] = []
    /// Rows that may be infeasible.
    var infeasible: [Int32] = []
    /// The pivots since the last addition: the row, and the variable that was basic in it.
    var pivots: [(row: Int32, left: Int32)] = []
    var logsPivots = false

    // MARK: Variables

    mutating func makeSymbol(_ kind: Kind, _ owner: Int32 = -1) -> Int32 {
        if let index = freeSymbols.popLast() {
            symbols[Int(index)].kind = kind
            symbols[Int(index)].owner = owner
            return index
        }
        symbols.append(Symbol(kind: kind, owner: owner))
        return Int32(symbols.count - 1)
    }

    /// Removes a variable from the rows that still name it because of rounding, and frees its number.
    mutating func freeSymbol(_ symbol: Int32) {
        let index = Int(symbol)
        if symbols[index].row >= 0 { dropRow(Int(symbols[index].row)) }
        if symbols[index].uses > 0 {
            for row in symbols[index].column {
                if let position = position(of: symbol, in: Int(row)) {
                    rows[Int(row)].terms.remove(at: position)
                }
            }
        }
        let isNoted = symbols[index].isNoted
        symbols[index] = Symbol(kind: .free, isNoted: isNoted)
        freeSymbols.append(symbol)
    }

    /// Removes all rows. The variables stay, without a row.
    mutating func clear() {
        for index in symbols.indices where symbols[index].kind != .free {
            note(Int32(index))
            (symbols[index].row, symbols[index].uses) = (-1, 0)
            symbols[index].costs.removeAll()
            symbols[index].column.removeAll()
        }
        rows.removeAll()
        freeRows.removeAll()
        (candidates, infeasible, overgrown, pivots) = ([], [], [], [])
    }

    func owner(of symbol: Int32) -> Int32 { symbols[Int(symbol)].owner }

    func row(of symbol: Int32) -> Int? {
        let row = symbols[Int(symbol)].row
        return row < 0 ? nil : Int(row)
    }

    func value(of symbol: Int32) -> Double { row(of: symbol).map { rows[$0].constant } ?? 0 }

    func symbols(ofRow row: Int) -> [Int32] { [rows[row].basic] + rows[row].terms.map(\.symbol) }

    /// Whether another solution of equal quality gives the variable another value. It does if the variable is
    /// parametric, or its row names a variable that could grow at no cost.
    func isAmbiguous(_ symbol: Int32) -> Bool {
        guard let row = row(of: symbol) else { return isOpen(symbol) }
        return rows[row].terms.contains { isOpen($0.symbol) }
    }

    /// Whether a parametric variable could have another value at no cost.
    private func isOpen(_ symbol: Int32) -> Bool {
        let kind = symbols[Int(symbol)].kind
        return kind == .external || kind.mayGrow && symbols[Int(symbol)].costs.isEmpty && canGrow(symbol)
    }

    /// Whether a parametric variable can grow without making a row infeasible.
    private func canGrow(_ symbol: Int32) -> Bool {
        for row in symbols[Int(symbol)].column {
            guard symbols[Int(rows[Int(row)].basic)].kind != .external,
                let position = position(of: symbol, in: Int(row))
            else { continue }
            let coefficient = rows[Int(row)].terms[position].coefficient
            if coefficient < 0, rows[Int(row)].constant <= ConstraintSolver.epsilon { return false }
        }
        return true
    }

    mutating func takeChanges() -> [Int32] {
        var result: [Int32] = []
        swap(&result, &changes)
        // Freed numbers, too: they come back as other variables, whose changes count.
        for symbol in result { symbols[Int(symbol)].isNoted = false }
        result.removeAll { !symbols[Int($0)].kind.isUnknown }
        return result
    }

    private mutating func note(_ symbol: Int32) {
        guard symbols[Int(symbol)].kind.isUnknown, !symbols[Int(symbol)].isNoted else { return }
        symbols[Int(symbol)].isNoted = true
        changes.append(symbol)
    }

    // MARK: Rows

    /// The position of a variable in a row's terms; nil if the row does not name it.
    func position(of symbol: Int32, in row: Int) -> Int? {
        var low = 0
        var high = rows[row].terms.count
        while low < high {
            let middle = (low + high) / 2
            if rows[row].terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
        }
        return low < rows[row].terms.count && rows[row].terms[low].symbol == symbol ? low : nil
    }

    /// An equation from a sum and a constant, with basic variables replaced by their rows. Its basic variable is not
    /// chosen yet.
    func equation(_ sum: [LinearConstraint.Term], _ constant: Double) -> Row {
        precondition(constant.isFinite, "a constraint of a number that is none")
        var row = Row(basic: -1, constant: constant, terms: [])
        for term in sum where term.coefficient != 0 {
            precondition(term.coefficient.isFinite, "a constraint of a number that is none")
            if let basic = self.row(of: term.variable.symbol) {
                row.constant += term.coefficient * rows[basic].constant
                Self.add(rows[basic].terms, times: term.coefficient, to: &row.terms)
            } else {
                Self.add([Term(symbol: term.variable.symbol, coefficient: 1)], times: term.coefficient, to: &row.terms)
            }
        }
        return row
    }

    private static func add(_ other: [Term], times factor: Double, to terms: inout [Term]) {
        var result: [Term] = []
        result.reserveCapacity(terms.count + other.count)
        var (left, right) = (0, 0)
        while left < terms.count || right < other.count {
            if right == other.count || left < terms.count && terms[left].symbol < other[right].symbol {
                result.append(terms[left])
                left += 1
            } else if left == terms.count || other[right].symbol < terms[left].symbol {
                result.append(Term(symbol: other[right].symbol, coefficient: factor * other[right].coefficient))
                right += 1
            } else {
                let sum = terms[left].coefficient + factor * other[right].coefficient
                if abs(sum) > ConstraintSolver.epsilon {
                    result.append(Term(symbol: terms[left].symbol, coefficient: sum))
                }
                left += 1
                right += 1
            }
        }
        terms = result
    }

    /// The unknown that becomes basic in an equation: the one that the fewest rows name, because these rows get all
    /// other terms; nil for none.
    func externalSubject(of row: Row) -> Int32? {
        var best: Int32?
        var uses = Int32.max
        for term in row.terms where symbols[Int(term.symbol)].kind == .external {
            let own = symbols[Int(term.symbol)].uses
            if own < uses { (best, uses) = (term.symbol, own) }
        }
        return best
    }

    /// Inserts an equation as the row of one of its variables, which it replaces in all other rows.
    mutating func insert(_ equation: Row, solvedFor subject: Int32) {
        var row = equation
        guard let found = row.terms.firstIndex(where: { $0.symbol == subject }) else {
            preconditionFailure("the subject is not in the equation")
        }
        let factor = -1 / row.terms[found].coefficient
        row.terms.remove(at: found)
        for index in row.terms.indices { row.terms[index].coefficient *= factor }
        row.constant *= factor
        row.basic = subject
        let index: Int
        if let free = freeRows.popLast() {
            index = Int(free)
            rows[index] = row
        } else {
            index = rows.count
            rows.append(row)
        }
        for term in row.terms { use(term.symbol, index) }
        symbols[Int(subject)].row = Int32(index)
        substitute(subject, index)
        note(subject)
        check(index)
    }

    /// Removes a row. Its basic variable then has no row.
    mutating func dropRow(_ index: Int) {
        let basic = rows[index].basic
        note(basic)
        symbols[Int(basic)].row = -1
        for term in rows[index].terms { symbols[Int(term.symbol)].uses -= 1 }
        rows[index].terms.removeAll()
        rows[index].constant = 0
        freeRows.append(Int32(index))
    }

    private mutating func use(_ symbol: Int32, _ row: Int) {
        let index = Int(symbol)
        symbols[index].uses += 1
        symbols[index].column.append(Int32(row))
        if symbols[index].column.count > 2 * Int(symbols[index].uses) + 32 { overgrown.append(symbol) }
    }

    private mutating func compact(_ symbol: Int32) {
        stamp &+= 1
        var column: [Int32] = []
        swap(&column, &symbols[Int(symbol)].column)
        let current = stamp
        column.removeAll { row in
            guard rows[Int(row)].stamp != current, position(of: symbol, in: Int(row)) != nil else { return true }
            rows[Int(row)].stamp = current
            return false
        }
        symbols[Int(symbol)].column = column
    }

    /// The rows that name a variable, without repetition, with its coefficients.
    mutating func column(of symbol: Int32) -> [(row: Int, coefficient: Double)] {
        compact(symbol)
        return symbols[Int(symbol)].column.compactMap { row in
            position(of: symbol, in: Int(row)).map { (Int(row), rows[Int(row)].terms[$0].coefficient) }
        }
    }

    // MARK: Pivots

    /// Replaces a variable by its row in all other rows and in the objective.
    private mutating func substitute(_ symbol: Int32, _ source: Int) {
        let terms = rows[source].terms
        let constant = rows[source].constant
        var column: [Int32] = []
        swap(&column, &symbols[Int(symbol)].column)
        for row in column where Int(row) != source {
            guard let position = position(of: symbol, in: Int(row)) else { continue }
            combine(Int(row), terms, constant, without: position)
        }
        column.removeAll(keepingCapacity: true)
        symbols[Int(symbol)].column = column
        symbols[Int(symbol)].uses = 0
        var costs: [Cost] = []
        swap(&costs, &symbols[Int(symbol)].costs)
        for cost in costs {
            for term in terms { addCost(term.symbol, cost.priority, cost.value * term.coefficient) }
        }
    }

    /// Replaces one variable of a row by terms, times its coefficient.
    private mutating func combine(_ row: Int, _ other: [Term], _ constant: Double, without position: Int) {
        var terms: [Term] = []
        swap(&terms, &rows[row].terms)
        var result: [Term] = []
        swap(&result, &scratch)
        let factor = terms[position].coefficient
        var (left, right) = (0, 0)
        while left < terms.count || right < other.count {
            if left == position {
                left += 1
            } else if right == other.count || left < terms.count && terms[left].symbol < other[right].symbol {
                result.append(terms[left])
                left += 1
            } else if left == terms.count || other[right].symbol < terms[left].symbol {
                let coefficient = factor * other[right].coefficient
                if abs(coefficient) > ConstraintSolver.epsilon {
                    result.append(Term(symbol: other[right].symbol, coefficient: coefficient))
                    use(other[right].symbol, row)
                }
                right += 1
            } else {
                let sum = terms[left].coefficient + factor * other[right].coefficient
                if abs(sum) > ConstraintSolver.epsilon {
                    result.append(Term(symbol: terms[left].symbol, coefficient: sum))
                } else {
                    symbols[Int(terms[left].symbol)].uses -= 1
                }
                left += 1
                right += 1
            }
        }
        swap(&rows[row].terms, &result)
        terms.removeAll(keepingCapacity: true)
        swap(&scratch, &terms)
        while let symbol = overgrown.popLast() { compact(symbol) }
        moveConstant(row, by: factor * constant)
    }

    private mutating func moveConstant(_ row: Int, by change: Double) {
        guard change != 0 else { return }
        rows[row].constant += change
        if abs(rows[row].constant) < ConstraintSolver.epsilon { rows[row].constant = 0 }
        note(rows[row].basic)
        check(row)
    }

    /// Lists a row if it is infeasible: negative for a restricted variable, not zero for a dummy.
    private mutating func check(_ row: Int) {
        if isInfeasible(row) { infeasible.append(Int32(row)) }
    }

    /// Lists all infeasible rows.
    mutating func checkAllRows() {
        infeasible.removeAll(keepingCapacity: true)
        for row in rows.indices where symbols[Int(rows[row].basic)].row == row { check(row) }
    }

    func isInfeasible(_ row: Int) -> Bool {
        let constant = rows[row].constant
        switch symbols[Int(rows[row].basic)].kind {
        case .restricted, .slack, .error: return constant < -ConstraintSolver.epsilon
        case .dummy: return abs(constant) > ConstraintSolver.epsilon
        case .external, .free: return false
        }
    }

    /// Makes a parametric variable of a row its basic one, and the basic one parametric.
    mutating func pivot(row index: Int, entering: Int32) {
        guard let position = position(of: entering, in: index) else {
            preconditionFailure("what enters is not in the row")
        }
        let leaving = rows[index].basic
        if logsPivots { pivots.append((Int32(index), leaving)) }
        let coefficient = rows[index].terms[position].coefficient
        rows[index].terms.remove(at: position)
        let factor = -1 / coefficient
        for term in rows[index].terms.indices { rows[index].terms[term].coefficient *= factor }
        let insertion = rows[index].terms.firstIndex { $0.symbol > leaving } ?? rows[index].terms.count
        rows[index].terms.insert(Term(symbol: leaving, coefficient: 1 / coefficient), at: insertion)
        rows[index].constant *= factor
        rows[index].basic = entering
        symbols[Int(entering)].row = Int32(index)
        symbols[Int(leaving)].row = -1
        note(leaving)
        note(entering)
        symbols[Int(leaving)].column.removeAll(keepingCapacity: true)
        symbols[Int(leaving)].uses = 0
        use(leaving, index)
        substitute(entering, index)
        check(index)
    }

    /// Undoes the pivots since logging began, and ends logging.
    mutating func undoPivots() {
        logsPivots = false
        while let last = pivots.popLast() { pivot(row: Int(last.row), entering: last.left) }
        infeasible.removeAll(keepingCapacity: true)
    }

    // MARK: Objective

    /// Adds a variable times a factor to an objective row; if it is basic, its row's terms.
    mutating func addToObjective(_ symbol: Int32, _ priority: Float, _ factor: Double) {
        guard let row = row(of: symbol) else { return addCost(symbol, priority, factor) }
        let terms = rows[row].terms
        for term in terms { addCost(term.symbol, priority, factor * term.coefficient) }
    }

    private mutating func addCost(_ symbol: Int32, _ priority: Float, _ value: Double) {
        let index = Int(symbol)
        let kind = symbols[index].kind
        guard kind != .external else { return }
        var position = 0
        while position < symbols[index].costs.count, symbols[index].costs[position].priority > priority {
            position += 1
        }
        if position < symbols[index].costs.count, symbols[index].costs[position].priority == priority {
            let sum = symbols[index].costs[position].value + value
            if abs(sum) > ConstraintSolver.epsilon {
                symbols[index].costs[position].value = sum
            } else {
                symbols[index].costs.remove(at: position)
            }
        } else if abs(value) > ConstraintSolver.epsilon {
            symbols[index].costs.insert(Cost(priority: priority, value: value), at: position)
        }
        if kind != .dummy, lowersObjective(symbol) { candidates.append(symbol) }
    }

    /// Whether the objective falls as a parametric variable grows: the coefficient of highest priority is negative.
    func lowersObjective(_ symbol: Int32) -> Bool { (symbols[Int(symbol)].costs.first?.value ?? 0) < 0 }

    // MARK: Constants

    /// Moves the constants of the rows that name a marker, because its constraint's constant has changed.
    mutating func move(_ marker: Int32, by change: Double) {
        if let row = row(of: marker) { return moveConstant(row, by: -change) }
        for (row, coefficient) in column(of: marker) { moveConstant(row, by: coefficient * change) }
    }
}
