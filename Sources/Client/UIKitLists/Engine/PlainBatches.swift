// A block of changes runs before the method returns, so that Apple's headers let it not escape: code calls members without
// `self`, and passes on blocks that do not escape. Swift has no optional of such a block, so that these are apart from the
// methods that programs override.

extension UITableView {
    /// Runs a block of changes and shows them in one animation. *Source*: Apple, UITableView.h: the block is `NS_NOESCAPE`.
    public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
        withoutActuallyEscaping(updates) { performBatchUpdates(Optional($0), completion: completion) }
    }
}

extension UICollectionView {
    /// Runs a block of changes and shows them in one animation. *Source*: Apple, UICollectionView.h: the block is
    /// `NS_NOESCAPE`.
    public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
        withoutActuallyEscaping(updates) { performBatchUpdates(Optional($0), completion: completion) }
    }
}
