/// Which elements of a list of different numbers form a longest rising sequence: true for these, in the list's order.
///
/// The others are the fewest that have to move to bring the list into order. *Source*: Fredman, "On computing the
/// length of longest increasing subsequences", Discrete Mathematics 11 (1975). *Complexity*: O(n log n), and O(n) for a
/// list that rises already.
func longestIncreasingSubsequence(of numbers: [Int]) -> [Bool] {
    // At a length less one: the index of the least number that ends a rising sequence of that length.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
        var low = 0, high = ends.count
        if let last = ends.last, numbers[last] < number {
            low = high
        } else {
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
        }
        if low > 0 { before[index] = ends[low - 1] }
        if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var isIn = [Bool](repeating: false, count: numbers.count)
    var current = ends.last ?? -1
    while current >= 0 {
        isIn[current] = true
        current = before[current]
    }
    return isIn
}
