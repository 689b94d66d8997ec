import Foundation
import UIKitCore

/// A list that shows placeholders: its shown index paths differ from those of the data source.
///
/// Methods of lists take and give the data source's index paths, except in `performUsingPresentationValues(_:)`. *Source*: Apple,
/// UIDataSourceTranslating.
@preconcurrency @MainActor public protocol UIDataSourceTranslating: NSObjectProtocol {
    /// The shown index of a section of the data source: the same, as no placeholder is a section.
    func presentationSectionIndex(forDataSourceSectionIndex dataSourceSectionIndex: Int) -> Int
    /// The data source's index of a shown section; `NSNotFound` for none.
    func dataSourceSectionIndex(forPresentationSectionIndex presentationSectionIndex: Int) -> Int
    /// The shown index path of one of the data source's; nil for nil.
    func presentationIndexPath(forDataSourceIndexPath dataSourceIndexPath: IndexPath?) -> IndexPath?
    /// The data source's index path of a shown one; nil for a placeholder's.
    func dataSourceIndexPath(forPresentationIndexPath presentationIndexPath: IndexPath?) -> IndexPath?
    /// Runs code in which the list's methods take and give shown index paths and numbers.
    func performUsingPresentationValues(_ actionsToTranslate: () -> Void)
}

extension UITableView: UIDataSourceTranslating {
    /// The section's index.
    public func presentationSectionIndex(forDataSourceSectionIndex dataSourceSectionIndex: Int) -> Int {
        dataSourceSectionIndex
    }

    /// The section's index; `NSNotFound` for none.
    public func dataSourceSectionIndex(forPresentationSectionIndex presentationSectionIndex: Int) -> Int {
        0..<numberOfSections ~= presentationSectionIndex ? presentationSectionIndex : NSNotFound
    }

    /// The shown index path of a row of the data source.
    public func presentationIndexPath(forDataSourceIndexPath dataSourceIndexPath: IndexPath?) -> IndexPath? {
        dataSourceIndexPath.flatMap { RowPath($0) }.map { stage.placeholders.shown($0).indexPath }
    }

    /// The data source's index path of a shown row; nil for a placeholder.
    public func dataSourceIndexPath(forPresentationIndexPath presentationIndexPath: IndexPath?) -> IndexPath? {
        presentationIndexPath.flatMap { RowPath($0) }.flatMap { stage.placeholders.data($0) }?.indexPath
    }

    /// Runs code with shown index paths and numbers of rows.
    public func performUsingPresentationValues(_ actionsToTranslate: () -> Void) {
        stage.presents += 1
        actionsToTranslate()
        stage.presents -= 1
    }
}

extension UICollectionView: UIDataSourceTranslating {
    /// The section's index.
    public func presentationSectionIndex(forDataSourceSectionIndex dataSourceSectionIndex: Int) -> Int {
        dataSourceSectionIndex
    }

    /// The section's index; `NSNotFound` for none.
    public func dataSourceSectionIndex(forPresentationSectionIndex presentationSectionIndex: Int) -> Int {
        0..<numberOfSections ~= presentationSectionIndex ? presentationSectionIndex : NSNotFound
    }

    /// The shown index path of an item of the data source.
    public func presentationIndexPath(forDataSourceIndexPath dataSourceIndexPath: IndexPath?) -> IndexPath? {
        dataSourceIndexPath.flatMap { RowPath($0) }.map { stage.placeholders.shown($0).indexPath }
    }

    /// The data source's index path of a shown item; nil for a placeholder.
    public func dataSourceIndexPath(forPresentationIndexPath presentationIndexPath: IndexPath?) -> IndexPath? {
        presentationIndexPath.flatMap { RowPath($0) }.flatMap { stage.placeholders.data($0) }?.indexPath
    }

    /// Runs code with shown index paths and numbers of items.
    public func performUsingPresentationValues(_ actionsToTranslate: () -> Void) { presenting(actionsToTranslate) }
}
