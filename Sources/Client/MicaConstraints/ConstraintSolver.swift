/// An incremental solver of linear constraints with priorities.
///
/// It is the Cassowary algorithm (Greg J. Badros, Alan Borning, Peter J. Stuckey: "The Cassowary Linear Arithmetic
/// Constraint Solving Algorithm", ACM TOCHI 8(4), 2001), in the paper's terms:
///
/// - Each constraint becomes an equation. An inequality gets a *slack* variable, which is never negative. A constraint
///   that is not required gets *error* variables, which are never negative either: the amounts by which it is violated.
///   A required equation gets a *dummy* variable, which is always zero and never enters the basis. It only marks the
///   equation, so that the equation can be changed and removed.
/// - The equations are kept in *basic feasible solved form*, the *tableau*: each row expresses one *basic* variable by
///   a constant and *parametric* variables. Parametric variables are zero, so the constant is the basic variable's
///   value. In the row of a slack or error variable, the constant is not negative (feasible). The callers' unknowns are
///   *external* variables: they may have any value, and become basic as soon as a constraint names them, so that rows
///   of restricted variables never name them. Unknowns that are sizes are restricted themselves.
/// - The *objective* is the sum of the errors. The tableau is *optimal* if no parametric variable can lower it by
///   growing.
///
/// **Priorities are lexicographic.** A constraint is never violated for others of lower priority, however many. So
/// there is an objective row for each priority in use. They are stored by column: each parametric variable has its
/// coefficients in these rows, highest priority first, and the first one's sign is the variable's. Coefficients of
/// different priorities are never added; the paper calls such vectors symbolic weights.
///
/// **What a change does.**
///
/// | change | the tableau stays | then |
/// |---|---|---|
/// | add, an external variable can become basic | feasible and optimal | nothing |
/// | add a required constraint | optimal | dual simplex, with the new row as the one that is infeasible |
/// | add a constraint that is not required | feasible: its error or slack is basic | simplex |
/// | remove | feasible: the marker becomes basic in the row that the ratio test names, which is dropped | simplex |
/// | another constant | optimal: the constants of the rows that name the marker move | dual simplex |
///
/// The paper adds required constraints with an artificial variable and a first phase of the simplex. Since the tableau
/// is optimal at that moment, the dual simplex does it without either. A set that cannot be satisfied leaves an
/// infeasible row into which no variable may enter: the markers that the row names are the constraints in conflict
/// (Farkas' lemma). An addition that fails is undone, pivot by pivot.
///
/// **Cost.** Rows are sparse, sorted by variable. Each variable has a column: the rows that name it, and some that no
/// longer do, which are dropped when they are met. So a pivot costs the rows that name the entering variable, not all
/// rows. Variables whose objective coefficients change are listed, so no objective row is searched either. Memory is
/// the sum of the rows' lengths. It is small for layouts in which a position depends on few others (a grid, nested
/// boxes), and quadratic for a chain of n boxes whose sizes are all soft, because each position then names all sizes
/// before it; that is inherent in the solved form. Variables that did not change cost nothing: `takeChanges()` lists
/// the others.
///
/// Numbers are doubles; magnitudes below `epsilon` count as zero. After each change some constraints are compared with
/// the values, and if they no longer agree, the tableau is made anew. Ties are broken by the order of variables. After
/// many pivots without progress, the entering and leaving variables are the first in that order (Bland's rule), so that
/// the solver terminates.
package struct ConstraintSolver {
    /// The magnitude below which coefficients and constants count as zero. Layouts have numbers of 0.5 to 100,000.
    static let epsilon = 1e-8

    var tableau = Tableau()
    /// The tableau's parts of each constraint; free entries have no marker.
    var entries: [Entry] = []
    private var freeEntries: [Int32] = []
    private var sequence = 0
    /// For the comparison with the values: the entry compared last, and the number of changes since the tableau was
    /// made anew.
    private var checkedEntry = 0
    private var changesSinceRenewal = 0
    /// The number of constraints.
    package private(set) var count = 0

    /// The parts of a constraint in the tableau.
    struct Entry {
        /// The variable by which the constraint is found in the tableau: a slack, an error or a dummy; -1 for none.
        var marker: Int32
        /// The second error, or the error of an inequality; -1 for none.
        var other: Int32
        /// The marker's factor in the equation.
        var sign: Double
        var priority: Float
        /// The constraint's terms, for making the tableau anew.
        var terms: [LinearConstraint.Term]
        var constant: Double
        var isEquation: Bool
        /// A rising number, in the order of additions.
        var sequence: Int

        static let none = Entry(
            marker: -1, other: -1, sign: 0, priority: 0, terms: [], constant: 0, isEquation: false, sequence: 0)

        /// The error variables, whose sum is part of the objective; -1 for none.
        var errors: (Int32, Int32) {
            priority >= LinearConstraint.required ? (-1, -1) : (isEquation ? marker : -1, other)
        }
    }

    package init() {}

    // MARK: Variables

    /// Makes an unknown, which is 0 until a constraint names it.
    ///
    /// - Parameter isRestricted: Whether it is a size: never negative, and 0 where constraints allow it. It takes no
    ///   constraint.
    package mutating func makeVariable(isRestricted: Bool = false) -> Variable {
        Variable(symbol: tableau.makeSymbol(isRestricted ? .restricted : .external))
    }

    /// Frees a variable that no constraint names any more.
    package mutating func remove(_ variable: Variable) { tableau.freeSymbol(variable.symbol) }

    /// The value in the solution. If constraints leave it undetermined, one of the allowed values; 0 if no constraint
    /// names it.
    package func value(of variable: Variable) -> Double { tableau.value(of: variable.symbol) }

    /// Whether constraints leave the variable's value undetermined: another would violate no constraint more.
    /// *Complexity*: its row.
    package func isAmbiguous(_ variable: Variable) -> Bool { tableau.isAmbiguous(variable.symbol) }

    /// The variables whose values may have changed since the last call, without repetition.
    package mutating func takeChanges() -> [Variable] { tableau.takeChanges().map(Variable.init(symbol:)) }

    // MARK: Constraints

    /// Adds a constraint.
    ///
    /// *Throws* if required constraints conflict; nothing has changed then. In the error, the new constraint is its
    /// `newcomer`.
    @discardableResult
    package mutating func add(_ constraint: LinearConstraint) throws(ConstraintConflict) -> ConstraintID {
        let index = makeEntry(constraint)
        if let failed = insert(index) {
            let conflict = self.conflict(failed, index)
            tableau.undoPivots()
            if let row = tableau.row(of: entries[Int(index)].marker) { tableau.dropRow(row) }
            tableau.optimize()
            freeEntry(index)
            throw conflict
        }
        checkDrift()
        return ConstraintID(index: index)
    }

    /// Adds the equation of an entry to the tableau.
    ///
    /// - Returns: The row of a required constraint that cannot be made feasible; nil if all rows are feasible.
    private mutating func insert(_ index: Int32) -> Int? {
        let entry = entries[Int(index)]
        var row = tableau.equation(entry.terms, entry.constant)
        row.terms.append(Tableau.Term(symbol: entry.marker, coefficient: entry.sign))
        if entry.other >= 0 { row.terms.append(Tableau.Term(symbol: entry.other, coefficient: -entry.sign)) }
        // New symbols may have the numbers of freed ones.
        row.terms.sort { $0.symbol < $1.symbol }
        if let subject = tableau.externalSubject(of: row) {
            tableau.insert(row, solvedFor: subject)
            payErrors(of: entry, times: 1)
        } else if entry.priority < LinearConstraint.required {
            // One of `marker` and `other` has the sign with which its value in the row is not negative.
            let subject = row.constant * entry.sign <= 0 ? entry.marker : entry.other
            tableau.insert(row, solvedFor: subject)
            payErrors(of: entry, times: 1)
        } else {
            tableau.insert(row, solvedFor: entry.marker)
            if let failed = tableau.regainFeasibility(logsPivots: true, from: entry.marker) { return failed }
        }
        tableau.optimize()
        return nil
    }

    /// Removes a constraint; ignored if it was removed already.
    package mutating func remove(_ id: ConstraintID) {
        guard holds(id) else { return }
        let entry = entries[Int(id.index)]
        payErrors(of: entry, times: -1)
        if let row = tableau.row(of: entry.marker) {
            tableau.dropRow(row)
        } else if entry.other >= 0, let row = tableau.row(of: entry.other) {
            tableau.dropRow(row)
        } else if let row = tableau.leavingRow(ofMarker: entry.marker) {
            tableau.pivot(row: row, entering: entry.marker)
            tableau.dropRow(row)
        }
        freeEntry(id.index)
        tableau.optimize()
        checkDrift()
    }

    /// Changes the constant of a constraint.
    ///
    /// *Throws* if required constraints conflict; nothing has changed then.
    package mutating func setConstant(of id: ConstraintID, to constant: Double) throws(ConstraintConflict) {
        guard holds(id) else { return }
        let entry = entries[Int(id.index)]
        let change = constant - entry.constant
        guard change != 0 else { return }
        tableau.move(entry.marker, by: change / entry.sign)
        if let failed = tableau.regainFeasibility(logsPivots: false, from: nil) {
            let conflict = self.conflict(failed, id.index)
            tableau.move(entry.marker, by: -change / entry.sign)
            tableau.checkAllRows()
            _ = tableau.regainFeasibility(logsPivots: false, from: nil)
            tableau.optimize()
            throw conflict
        }
        entries[Int(id.index)].constant = constant
        tableau.optimize()
        checkDrift()
    }

    /// Whether the solver has a constraint.
    package func holds(_ id: ConstraintID) -> Bool {
        entries.indices.contains(Int(id.index)) && entries[Int(id.index)].marker >= 0
    }

    /// Adds the errors of a constraint to the objective, times a factor of 1 or -1.
    private mutating func payErrors(of entry: Entry, times factor: Double) {
        let (first, second) = entry.errors
        if first >= 0 { tableau.addToObjective(first, entry.priority, factor) }
        if second >= 0 { tableau.addToObjective(second, entry.priority, factor) }
    }

    // MARK: Rounding

    /// The number of constraints that are compared with the values after each change, in turn.
    private static let checks = 8
    /// The largest error of an equation, as a fraction of the numbers in its sum.
    private static let driftLimit = 1e-8

    /// Compares some constraints with the values, and makes the tableau anew if rounding errors have grown too large.
    ///
    /// A pivot on a coefficient that is small beside others multiplies rounding errors, which stay as long as the
    /// tableau. Factors of 1, 2 and 0.5 lose nothing; factors of 3 lose all accuracy in a few hundred changes of a set
    /// in which everything depends on everything.
    private mutating func checkDrift() {
        tableau.checkInvariants()
        changesSinceRenewal += 1
        for _ in 0..<min(Self.checks, entries.count) {
            checkedEntry = checkedEntry + 1 < entries.count ? checkedEntry + 1 : 0
            // At least as many changes as there are constraints lie between two renewals, so that a change costs no
            // more than an addition on average.
            if changesSinceRenewal > count, drift(of: entries[checkedEntry]) > Self.driftLimit { return renew() }
        }
    }

    /// The error of an entry's equation, as a fraction of its largest number.
    private func drift(of entry: Entry) -> Double {
        guard entry.marker >= 0 else { return 0 }
        var (sum, largest) = (entry.constant, max(1, abs(entry.constant)))
        for term in entry.terms {
            let value = term.coefficient * tableau.value(of: term.variable.symbol)
            sum += value
            largest = max(largest, abs(value))
        }
        sum += entry.sign * tableau.value(of: entry.marker)
        if entry.other >= 0 { sum -= entry.sign * tableau.value(of: entry.other) }
        return abs(sum) / largest
    }

    /// Makes the tableau anew from the constraints.
    private mutating func renew() {
        changesSinceRenewal = 0
        let before = tableau
        tableau.clear()
        let order = entries.indices.filter { entries[$0].marker >= 0 }
        for index in order.sorted(by: { entries[$0].sequence < entries[$1].sequence })
        where insert(Int32(index)) != nil {
            // Within rounding the constraints conflict: the old tableau is better than one with a constraint less.
            tableau = before
            return
        }
    }

    // MARK: Entries

    private mutating func makeEntry(_ constraint: LinearConstraint) -> Int32 {
        let isRequired = constraint.priority >= LinearConstraint.required
        let isEquation = constraint.relation == .equal
        let index = freeEntries.popLast() ?? Int32(entries.count)
        let marker = tableau.makeSymbol(isEquation ? (isRequired ? .dummy : .error) : .slack, index)
        let other = isRequired ? -1 : tableau.makeSymbol(.error, index)
        sequence += 1
        let entry = Entry(
            marker: marker, other: other,
            sign: isEquation ? (isRequired ? 1 : -1) : constraint.relation == .lessThanOrEqual ? 1 : -1,
            priority: min(constraint.priority, LinearConstraint.required), terms: constraint.terms,
            constant: constraint.constant, isEquation: isEquation, sequence: sequence)
        if Int(index) < entries.count { entries[Int(index)] = entry } else { entries.append(entry) }
        count += 1
        return index
    }

    private mutating func freeEntry(_ index: Int32) {
        let entry = entries[Int(index)]
        tableau.freeSymbol(entry.marker)
        if entry.other >= 0 { tableau.freeSymbol(entry.other) }
        entries[Int(index)] = .none
        freeEntries.append(index)
        count -= 1
    }

    /// The constraints that an infeasible row names, and the one that was added or changed.
    private func conflict(_ row: Int, _ index: Int32) -> ConstraintConflict {
        var members: Set<Int32> = [index]
        for symbol in tableau.symbols(ofRow: row) {
            let owner = tableau.owner(of: symbol)
            if owner >= 0, entries[Int(owner)].priority >= LinearConstraint.required { members.insert(owner) }
        }
        let sorted = members.sorted { entries[Int($0)].sequence < entries[Int($1)].sequence }
        return ConstraintConflict(members: sorted.map(ConstraintID.init(index:)))
    }
}
