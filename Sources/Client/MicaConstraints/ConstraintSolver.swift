/// An incremental solver of linear constraints with priorities.
///
/// It is the Cassowary algorithm (Greg J. Badros, Alan Borning, Peter J. Stuckey: "The Cassowary Linear Arithmetic Constraint Solving
/// Algorithm", ACM TOCHI 8(4), 2001), in that paper's terms:
///
/// - Each constraint becomes an equation. An inequality gets a *slack* variable, which is never negative. A constraint that is not required
///   gets *error* variables, which are never negative either: the amounts by which it fails. A required equation gets a *dummy* variable,
///   which is always zero and never enters the basis: it only marks where the equation went, so that the equation can be changed and removed.
/// - The equations are held in *basic feasible solved form*, the *tableau*: each row says what one *basic* variable is, by a constant and
///   *parametric* variables. Parametric variables are zero, so that the constant is the value. A constant of a row of a slack or error variable
///   is not negative (feasible). The unknowns that callers asked for are *external* variables: they have any value, and become basic as soon as a
///   constraint names them, so that rows of restricted variables never name them. Those that are sizes are restricted themselves.
/// - The *objective* is the sum of the errors. The tableau is *optimal* when no parametric variable could lower it by growing.
///
/// **Priorities are lexicographic.** A level is never given up for any number of lower ones, so that there is an objective row for each level in use.
/// They are stored by column: each parametric variable has its coefficients in these rows, highest level first, and its sign is that of the first.
/// Coefficients of different levels are never added; the paper calls such vectors symbolic weights.
///
/// **What is done when.**
///
/// | change | the tableau stays | then |
/// |---|---|---|
/// | add, an external variable can become basic | feasible and optimal | nothing |
/// | add what is required | optimal | dual simplex, with the new row as the one that is infeasible |
/// | add what is not required | feasible: its error or slack is basic | simplex |
/// | remove | feasible: the marker becomes basic in the row that the ratio test names, which is dropped | simplex |
/// | another constant | optimal: the constants of the rows that name the marker move | dual simplex |
///
/// The paper adds required constraints with an artificial variable and a first phase of the simplex. The tableau is optimal at that moment, so that
/// the dual simplex does the same without either. A set that cannot be satisfied shows as an infeasible row with nothing that may enter: the
/// markers that it names are the constraints in conflict (Farkas' lemma). An addition that fails is undone, pivot by pivot.
///
/// **What it costs.** Rows are sparse, sorted by variable. Each variable has its column: the rows that name it, some of them no longer, which are
/// dropped as they are met. So a pivot costs the rows that name what enters, not all rows. Those whose objective coefficients change are noted, so
/// that no row of the objective is searched either. Memory is the sum of the rows' lengths. That sum is small for layouts in which positions are said by
/// few others (a grid, nested boxes), and quadratic for a chain of n boxes whose sizes are all soft, as each position names all sizes before it:
/// that is the solved form itself. Nothing is done for variables that did not change: `takeChanges()` lists those that did.
///
/// Numbers are doubles. What is nearer to zero than `epsilon` counts as zero. Some constraints are compared with the values after each change, and
/// all is made anew where they no longer agree. Ties are broken by the order of variables, and after many
/// pivots without progress what enters and what leaves is the first in that order (Bland's rule), so that it ends.
package struct ConstraintSolver {
    /// What counts as zero, of coefficients and of constants. Layouts have numbers of 0.5 to 100,000.
    static let epsilon = 1e-8

    var tableau = Tableau()
    /// What was made of each constraint; free ones have no marker.
    var entries: [Entry] = []
    private var freeEntries: [Int32] = []
    private var sequence = 0
    /// Of the comparison with the values: the entry that was looked at last, and how many changes there were since all was made anew.
    private var checkedEntry = 0
    private var changesSinceRenewal = 0
    /// How many constraints there are.
    package private(set) var count = 0

    /// What was made of a constraint.
    struct Entry {
        /// The variable by which the constraint is found in the tableau: a slack, an error or a dummy; -1 for none.
        var marker: Int32
        /// The second error, or the error of an inequality; -1 for none.
        var other: Int32
        /// What the marker was multiplied by in the equation.
        var sign: Double
        var priority: Float
        /// What the constraint says, to begin anew.
        var terms: [LinearConstraint.Term]
        var constant: Double
        var isEquation: Bool
        /// Rises from one that is added to the next.
        var sequence: Int

        static let none = Entry(
            marker: -1, other: -1, sign: 0, priority: 0, terms: [], constant: 0, isEquation: false, sequence: 0)

        /// The errors, whose sum is part of the objective.
        var errors: (Int32, Int32) {
            priority >= LinearConstraint.required ? (-1, -1) : (isEquation ? marker : -1, other)
        }
    }

    package init() {}

    // MARK: Variables

    /// Makes an unknown, which is 0 until a constraint names it.
    ///
    /// - Parameter isRestricted: Whether it is never negative, and 0 where constraints allow that: a size. It costs no constraint.
    package mutating func makeVariable(isRestricted: Bool = false) -> Variable {
        Variable(symbol: tableau.makeSymbol(isRestricted ? .restricted : .external))
    }

    /// Ends the use of a variable that no constraint names any more.
    package mutating func remove(_ variable: Variable) { tableau.freeSymbol(variable.symbol) }

    /// The value in the solution. Where constraints leave it open, one of those that they allow; 0 where nothing is said of it.
    package func value(of variable: Variable) -> Double { tableau.value(of: variable.symbol) }

    /// Whether the constraints leave the variable's value open: it could be another, with all constraints no worse. *Complexity*: its row.
    package func isAmbiguous(_ variable: Variable) -> Bool { tableau.isAmbiguous(variable.symbol) }

    /// The variables whose value may have changed since this was last asked for, each once.
    package mutating func takeChanges() -> [Variable] { tableau.takeChanges().map(Variable.init(symbol:)) }

    // MARK: Constraints

    /// Adds a constraint.
    ///
    /// *Throws* where a required one cannot hold beside those that are there; everything is as it was then. The conflict names the new
    /// constraint by the identifier that is its `newcomer`.
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

    /// Makes the equation of an entry part of the tableau.
    ///
    /// - Returns: A row that cannot be made feasible, of what is required; nil where all is well.
    private mutating func insert(_ index: Int32) -> Int? {
        let entry = entries[Int(index)]
        var row = tableau.equation(entry.terms, entry.constant)
        row.terms.append(Tableau.Term(symbol: entry.marker, coefficient: entry.sign))
        if entry.other >= 0 { row.terms.append(Tableau.Term(symbol: entry.other, coefficient: -entry.sign)) }
        // New symbols may have the numbers of old ones.
        row.terms.sort { $0.symbol < $1.symbol }
        if let subject = tableau.externalSubject(of: row) {
            tableau.insert(row, solvedFor: subject)
            payErrors(of: entry, times: 1)
        } else if entry.priority < LinearConstraint.required {
            // Of marker and other one has the sign that makes its value, which the row gives it, no less than zero.
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

    /// Removes a constraint; nothing where it was removed already.
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

    /// Gives a constraint another constant.
    ///
    /// *Throws* where a required one cannot hold with it; everything is as it was then.
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

    /// Whether a constraint is there.
    package func holds(_ id: ConstraintID) -> Bool {
        entries.indices.contains(Int(id.index)) && entries[Int(id.index)].marker >= 0
    }

    /// Adds the errors of a constraint to the objective, or takes them away.
    private mutating func payErrors(of entry: Entry, times factor: Double) {
        let (first, second) = entry.errors
        if first >= 0 { tableau.addToObjective(first, entry.priority, factor) }
        if second >= 0 { tableau.addToObjective(second, entry.priority, factor) }
    }

    // MARK: Rounding

    /// How many constraints are compared with the values after each change, in turn.
    private static let checks = 8
    /// By how much values may fail what the tableau says of them, as a share of the numbers that are added up.
    private static let driftLimit = 1e-8

    /// Compares some constraints with the values, and has the tableau made anew where rounding has moved it.
    ///
    /// Errors of rounding are multiplied by each pivot whose coefficient is small beside others, and stay as long as the tableau does. Factors
    /// of 1, 2 and 0.5 lose nothing; those of 3 lose it all in some hundred changes of a set in which everything depends on everything.
    private mutating func checkDrift() {
        tableau.checkInvariants()
        changesSinceRenewal += 1
        for _ in 0..<min(Self.checks, entries.count) {
            checkedEntry = checkedEntry + 1 < entries.count ? checkedEntry + 1 : 0
            // As many changes as there are constraints lie between, so that a change costs no more than an addition, on average.
            if changesSinceRenewal > count, drift(of: entries[checkedEntry]) > Self.driftLimit { return renew() }
        }
    }

    /// By how much the values fail the equation of an entry, as a share of the largest number in it.
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

    /// Makes the tableau anew, of what the constraints say.
    private mutating func renew() {
        changesSinceRenewal = 0
        let before = tableau
        tableau.clear()
        let order = entries.indices.filter { entries[$0].marker >= 0 }
        for index in order.sorted(by: { entries[$0].sequence < entries[$1].sequence })
        where insert(Int32(index)) != nil {
            // Within rounding the constraints are in conflict: as it was is better than one less.
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
