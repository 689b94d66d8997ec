import CoreGraphics
import QuartzCore
import UIKitCore

/// The separators of the empty rows below the last row of a plain table view.
final class FillerLines: UIView {
    private var lines: [CALayer] = []

    /// Shows a line at the bottom of each empty row.
    ///
    /// - Parameter step: The height of a row, in points.
    func show(step: CGFloat, inset: UIEdgeInsets, color: UIColor) {
        let thickness = 1 / max(contentScaleFactor, 1)
        let count = min(max(Int(bounds.height / step), 0), 1_000)
        while lines.count < count {
            let line = CALayer()
            layer.addSublayer(line)
            lines.append(line)
        }
        while lines.count > count { lines.removeLast().removeFromSuperlayer() }
        let shown = color.resolvedColor(with: traitCollection).cgColor
        for (index, line) in lines.enumerated() {
            line.frame = CGRect(
                x: inset.left, y: CGFloat(index + 1) * step - thickness,
                width: max(0, bounds.width - inset.left - inset.right), height: thickness)
            line.backgroundColor = shown
        }
    }
}

extension UITableView {
    /// Places the separators of empty rows: none with a footer view, as on Apple's, where programs set one to hide them.
    final func placeFiller() {
        let step = fillerRowHeight < 0 ? rowHeight > 0 ? rowHeight : TableMetrics.rowHeight : fillerRowHeight
        let start = bodyStart + stage.geometry.total
        guard style == .plain, separatorStyle != .none, tableFooterView == nil, step >= 1, bounds.maxY > start else {
            stage.filler?.removeFromSuperview()
            stage.filler = nil
            return
        }
        let view = stage.filler ?? FillerLines()
        if stage.filler == nil {
            view.isUserInteractionEnabled = false
            stage.filler = view
            if let backgroundView {
                insertSubview(view, aboveSubview: backgroundView)
            } else {
                insertSubview(view, at: 0)
            }
        }
        UIView.performWithoutAnimation {
            view.frame = CGRect(x: 0, y: start, width: bounds.width, height: bounds.maxY - start)
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            view.show(step: step, inset: cellSeparatorInset, color: separatorColor ?? .separator)
            CATransaction.commit()
        }
    }
}
