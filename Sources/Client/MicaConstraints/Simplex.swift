extension Tableau {
    /// The number of pivots in one change after which the first variables in order enter and leave (Bland's rule), so
    /// that it terminates.
    private static let pivotsBeforeOrder = 64
    /// The largest number of pivots in one change, because rounding may defeat Bland's rule. No layout comes near it.
    private var pivotLimit: Int { 1000 + 20 * rows.count }

    /// Minimizes the objective by the simplex. The tableau is feasible before and after.
    mutating func optimize() {
        var count = 0
        while let entering = nextCandidate(inOrder: count > Self.pivotsBeforeOrder), count < pivotLimit {
            guard let row = leavingRow(entering: entering) else {
                // The objective is never negative: a coefficient by which it could fall for ever is a rounding error.
                continue
            }
            pivot(row: row, entering: entering)
            count += 1
        }
        candidates.removeAll(keepingCapacity: true)
        infeasible.removeAll(keepingCapacity: true)
    }

    private mutating func nextCandidate(inOrder: Bool) -> Int32? {
        if inOrder {
            candidates = Array(Set(candidates.filter { isCandidate($0) })).sorted(by: >)
        }
        while let candidate = candidates.popLast() {
            if isCandidate(candidate) { return candidate }
        }
        return nil
    }

    private func isCandidate(_ symbol: Int32) -> Bool {
        symbols[Int(symbol)].kind.mayGrow && symbols[Int(symbol)].row < 0 && lowersObjective(symbol)
    }

    /// The row that first stops a variable from growing; nil for none.
    private mutating func leavingRow(entering: Int32) -> Int? {
        var best: Int?
        var least = Double.infinity
        for (row, coefficient) in column(of: entering) where coefficient < 0 {
            let basic = rows[row].basic
            guard symbols[Int(basic)].kind != .external else { continue }
            let ratio = -rows[row].constant / coefficient
            if ratio < least || ratio == least && basic < rows[best ?? row].basic { (best, least) = (row, ratio) }
        }
        return best
    }

    /// The row in which a marker becomes basic when its constraint is removed, such that this row and all others stay
    /// feasible.
    ///
    /// A dummy's row is best: its equation follows from others, and it replaces the removed one. No value changes, and
    /// no dummy comes to depend on a variable that can grow. Otherwise it is a row of a restricted variable that stops
    /// the marker from growing; or else one that stops it from falling; or else one of an unknown, which is free then.
    mutating func leavingRow(ofMarker marker: Int32) -> Int? {
        var (growing, falling) = (Double.infinity, Double.infinity)
        var (first, second, third): (Int?, Int?, Int?)
        for (row, coefficient) in column(of: marker) {
            let kind = symbols[Int(rows[row].basic)].kind
            if kind == .dummy { return row }
            if kind == .external {
                if third.map({ rows[$0].terms.count > rows[row].terms.count }) ?? true { third = row }
            } else if coefficient < 0 {
                let ratio = -rows[row].constant / coefficient
                if ratio < growing { (growing, first) = (ratio, row) }
            } else {
                let ratio = rows[row].constant / coefficient
                if ratio < falling { (falling, second) = (ratio, row) }
            }
        }
        return first ?? second ?? third
    }

    /// Makes all rows feasible again, with the least objective, by the dual simplex. The tableau is optimal before,
    /// except for its constants.
    ///
    /// - Parameters:
    ///   - logsPivots: Whether the pivots are logged, so that `undoPivots()` can undo them.
    ///   - marker: The dummy of a new equation, which may not stay basic beside variables that could grow.
    /// - Returns: A row that cannot be made feasible; nil if all are feasible.
    mutating func regainFeasibility(logsPivots: Bool, from marker: Int32?) -> Int? {
        self.logsPivots = logsPivots
        pivots.removeAll(keepingCapacity: true)
        defer { self.logsPivots = false }
        if let marker, symbols[Int(marker)].kind == .dummy, let row = row(of: marker), !isInfeasible(row),
            let entering = enteringSymbol(row, sign: 1) ?? enteringSymbol(row, sign: -1)
        {
            pivot(row: row, entering: entering)
        }
        var count = 0
        while let row = nextInfeasible(inOrder: count > Self.pivotsBeforeOrder) {
            // A dummy above zero has to fall.
            let sign: Double = rows[row].constant > 0 ? -1 : 1
            guard let entering = enteringSymbol(row, sign: sign), count < pivotLimit else {
                infeasible.removeAll(keepingCapacity: true)
                return row
            }
            pivot(row: row, entering: entering)
            count += 1
        }
        return nil
    }

    private mutating func nextInfeasible(inOrder: Bool) -> Int? {
        if inOrder {
            infeasible = Array(Set(infeasible.filter { isInfeasible(Int($0)) }))
            infeasible.sort { rows[Int($0)].basic > rows[Int($1)].basic }
        }
        while let row = infeasible.popLast() {
            if symbols[Int(rows[Int(row)].basic)].row == row, isInfeasible(Int(row)) { return Int(row) }
        }
        return nil
    }

    /// The variable that replaces a row's basic variable so that the objective grows least; nil for none.
    ///
    /// - Parameter sign: 1 if the row's basic variable is to grow, -1 if it is to fall.
    private func enteringSymbol(_ row: Int, sign: Double) -> Int32? {
        var best: Term?
        for term in rows[row].terms {
            guard symbols[Int(term.symbol)].kind.mayGrow, term.coefficient * sign > ConstraintSolver.epsilon else {
                continue
            }
            guard let current = best else {
                best = term
                continue
            }
            if isCheaper(term, than: current) { best = term }
        }
        return best?.symbol
    }

    /// Whether the objective grows less with one variable than with another for equal growth of a row; compared by
    /// priority, highest first.
    private func isCheaper(_ term: Term, than other: Term) -> Bool {
        let (mine, theirs) = (symbols[Int(term.symbol)].costs, symbols[Int(other.symbol)].costs)
        let (own, foreign) = (abs(term.coefficient), abs(other.coefficient))
        var (left, right) = (0, 0)
        while left < mine.count || right < theirs.count {
            let level = max(
                left < mine.count ? mine[left].priority : 0, right < theirs.count ? theirs[right].priority : 0)
            var difference = 0.0
            if left < mine.count, mine[left].priority == level {
                difference += mine[left].value / own
                left += 1
            }
            if right < theirs.count, theirs[right].priority == level {
                difference -= theirs[right].value / foreign
                right += 1
            }
            if abs(difference) > ConstraintSolver.epsilon { return difference < 0 }
        }
        return false
    }
}
