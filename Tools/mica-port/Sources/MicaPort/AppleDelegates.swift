/// The optional requirements of Apple's protocols, by full name: calls of these lose their second question mark.
///
/// *Source*: Apple's documentation of each protocol.
enum AppleDelegates {
    /// Protocols that have optional requirements.
    static let protocols: Set<String> = Set(table.keys)
    /// Full names of the optional methods, `draw(_:in:)`, by their base names.
    static let methods: [String: Set<String>] = Dictionary(grouping: table.values.flatMap { $0 }) { name in
        String(name.prefix { $0 != "(" })
    }.mapValues { Set($0) }

    private static let table: [String: [String]] = [
        "AVAudioPlayerDelegate": [
            "audioPlayerDidFinishPlaying(_:successfully:)", "audioPlayerDecodeErrorDidOccur(_:error:)",
        ],
        "CALayerDelegate": [
            "display(_:)", "draw(_:in:)", "layerWillDraw(_:)", "layoutSublayers(of:)", "action(for:forKey:)",
        ],
        "CAAnimationDelegate": ["animationDidStart(_:)", "animationDidStop(_:finished:)"],
        "CALayoutManager": ["invalidateLayout(of:)", "layoutSublayers(of:)", "preferredSize(of:)"],
        "UIGestureRecognizerDelegate": [
            "gestureRecognizerShouldBegin(_:)", "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)",
            "gestureRecognizer(_:shouldRequireFailureOf:)", "gestureRecognizer(_:shouldBeRequiredToFailBy:)",
            "gestureRecognizer(_:shouldReceive:)",
        ],
        "UIScrollViewDelegate": [
            "scrollViewDidScroll(_:)", "scrollViewDidZoom(_:)", "scrollViewWillBeginDragging(_:)",
            "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)",
            "scrollViewDidEndDragging(_:willDecelerate:)", "scrollViewWillBeginDecelerating(_:)",
            "scrollViewDidEndDecelerating(_:)", "scrollViewDidEndScrollingAnimation(_:)", "viewForZooming(in:)",
            "scrollViewWillBeginZooming(_:with:)", "scrollViewDidEndZooming(_:with:atScale:)",
            "scrollViewShouldScrollToTop(_:)", "scrollViewDidScrollToTop(_:)",
            "scrollViewDidChangeAdjustedContentInset(_:)",
        ],
        "UITextFieldDelegate": [
            "textFieldShouldBeginEditing(_:)", "textFieldDidBeginEditing(_:)", "textFieldShouldEndEditing(_:)",
            "textFieldDidEndEditing(_:)", "textFieldDidEndEditing(_:reason:)",
            "textField(_:shouldChangeCharactersIn:replacementString:)", "textFieldShouldClear(_:)",
            "textFieldShouldReturn(_:)", "textFieldDidChangeSelection(_:)",
            "textField(_:editMenuForCharactersIn:suggestedActions:)",
        ],
        "UITextViewDelegate": [
            "textViewShouldBeginEditing(_:)", "textViewShouldEndEditing(_:)", "textViewDidBeginEditing(_:)",
            "textViewDidEndEditing(_:)", "textView(_:shouldChangeTextIn:replacementText:)", "textViewDidChange(_:)",
            "textViewDidChangeSelection(_:)", "textView(_:shouldInteractWith:in:interaction:)",
            "textView(_:editMenuForTextIn:suggestedActions:)", "textView(_:shouldInteractWith:in:)",
        ],
        "UITableViewDataSource": [
            "numberOfSections(in:)", "tableView(_:titleForHeaderInSection:)", "tableView(_:titleForFooterInSection:)",
            "tableView(_:canEditRowAt:)", "tableView(_:canMoveRowAt:)", "sectionIndexTitles(for:)",
            "tableView(_:sectionForSectionIndexTitle:at:)", "tableView(_:commit:forRowAt:)",
            "tableView(_:moveRowAt:to:)",
        ],
        "UITableViewDataSourcePrefetching": ["tableView(_:cancelPrefetchingForRowsAt:)"],
        "UISpringLoadedInteractionBehavior": ["interactionDidFinish(_:)"],
        "UITableViewDelegate": [
            "tableView(_:shouldSpringLoadRowAt:with:)", "tableView(_:canPerformPrimaryActionForRowAt:)",
            "tableView(_:performPrimaryActionForRowAt:)", "tableView(_:selectionFollowsFocusForRowAt:)",
            "tableView(_:willDisplay:forRowAt:)", "tableView(_:didEndDisplaying:forRowAt:)",
            "tableView(_:willDisplayHeaderView:forSection:)", "tableView(_:willDisplayFooterView:forSection:)",
            "tableView(_:didEndDisplayingHeaderView:forSection:)",
            "tableView(_:didEndDisplayingFooterView:forSection:)",
            "tableView(_:heightForRowAt:)", "tableView(_:heightForHeaderInSection:)",
            "tableView(_:heightForFooterInSection:)", "tableView(_:estimatedHeightForRowAt:)",
            "tableView(_:estimatedHeightForHeaderInSection:)", "tableView(_:estimatedHeightForFooterInSection:)",
            "tableView(_:viewForHeaderInSection:)", "tableView(_:viewForFooterInSection:)",
            "tableView(_:willSelectRowAt:)", "tableView(_:didSelectRowAt:)", "tableView(_:willDeselectRowAt:)",
            "tableView(_:didDeselectRowAt:)", "tableView(_:shouldHighlightRowAt:)",
            "tableView(_:didHighlightRowAt:)", "tableView(_:didUnhighlightRowAt:)", "tableView(_:canFocusRowAt:)",
            "tableView(_:editingStyleForRowAt:)", "tableView(_:accessoryButtonTappedForRowWith:)",
            "tableView(_:titleForDeleteConfirmationButtonForRowAt:)", "tableView(_:shouldIndentWhileEditingRowAt:)",
            "tableView(_:editActionsForRowAt:)", "tableView(_:leadingSwipeActionsConfigurationForRowAt:)",
            "tableView(_:trailingSwipeActionsConfigurationForRowAt:)", "tableView(_:willBeginEditingRowAt:)",
            "tableView(_:didEndEditingRowAt:)", "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)",
            "tableView(_:indentationLevelForRowAt:)",
            "tableView(_:shouldBeginMultipleSelectionInteractionAt:)",
            "tableView(_:didBeginMultipleSelectionInteractionAt:)", "tableViewDidEndMultipleSelectionInteraction(_:)",
            "tableView(_:contextMenuConfigurationForRowAt:point:)",
            "tableView(_:previewForHighlightingContextMenuWithConfiguration:)",
            "tableView(_:previewForDismissingContextMenuWithConfiguration:)",
            "tableView(_:willPerformPreviewActionForMenuWith:animator:)",
            "tableView(_:willDisplayContextMenu:animator:)", "tableView(_:willEndContextMenuInteraction:animator:)",
        ],
        "UICollectionViewDataSource": [
            "numberOfSections(in:)", "collectionView(_:viewForSupplementaryElementOfKind:at:)",
            "collectionView(_:canMoveItemAt:)", "collectionView(_:moveItemAt:to:)", "indexTitles(for:)",
            "collectionView(_:indexPathForIndexTitle:at:)",
        ],
        "UICollectionViewDataSourcePrefetching": ["collectionView(_:cancelPrefetchingForItemsAt:)"],
        "UICollectionViewDelegate": [
            "collectionView(_:shouldSpringLoadItemAt:with:)",
            "collectionView(_:shouldSelectItemAt:)", "collectionView(_:didSelectItemAt:)",
            "collectionView(_:shouldDeselectItemAt:)", "collectionView(_:didDeselectItemAt:)",
            "collectionView(_:shouldHighlightItemAt:)", "collectionView(_:didHighlightItemAt:)",
            "collectionView(_:didUnhighlightItemAt:)", "collectionView(_:willDisplay:forItemAt:)",
            "collectionView(_:didEndDisplaying:forItemAt:)",
            "collectionView(_:willDisplaySupplementaryView:forElementKind:at:)",
            "collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)",
            "collectionView(_:canPerformPrimaryActionForItemAt:)",
            "collectionView(_:performPrimaryActionForItemAt:)",
            "collectionView(_:transitionLayoutForOldLayout:newLayout:)",
            "collectionView(_:targetContentOffsetForProposedContentOffset:)",
            "collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)",
            "collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)",
            "collectionView(_:canFocusItemAt:)", "collectionView(_:canEditItemAt:)",
            "collectionView(_:selectionFollowsFocusForItemAt:)", "indexPathForPreferredFocusedView(in:)",
            "collectionView(_:shouldBeginMultipleSelectionInteractionAt:)",
            "collectionView(_:didBeginMultipleSelectionInteractionAt:)",
            "collectionViewDidEndMultipleSelectionInteraction(_:)",
            "collectionView(_:contextMenuConfigurationForItemsAt:point:)",
            "collectionView(_:contextMenuConfigurationForItemAt:point:)",
            "collectionView(_:contextMenuConfiguration:highlightPreviewForItemAt:)",
            "collectionView(_:contextMenuConfiguration:dismissalPreviewForItemAt:)",
            "collectionView(_:previewForHighlightingContextMenuWithConfiguration:)",
            "collectionView(_:previewForDismissingContextMenuWithConfiguration:)",
            "collectionView(_:willPerformPreviewActionForMenuWith:animator:)",
            "collectionView(_:willDisplayContextMenu:animator:)",
            "collectionView(_:willEndContextMenuInteraction:animator:)",
        ],
        "UICollectionViewDelegateFlowLayout": [
            "collectionView(_:layout:sizeForItemAt:)", "collectionView(_:layout:insetForSectionAt:)",
            "collectionView(_:layout:minimumLineSpacingForSectionAt:)",
            "collectionView(_:layout:minimumInteritemSpacingForSectionAt:)",
            "collectionView(_:layout:referenceSizeForHeaderInSection:)",
            "collectionView(_:layout:referenceSizeForFooterInSection:)",
        ],
        "UIDragInteractionDelegate": [
            "dragInteraction(_:previewForLifting:session:)", "dragInteraction(_:willAnimateLiftWith:session:)",
            "dragInteraction(_:sessionWillBegin:)", "dragInteraction(_:sessionAllowsMoveOperation:)",
            "dragInteraction(_:sessionIsRestrictedToDraggingApplication:)",
            "dragInteraction(_:prefersFullSizePreviewsFor:)", "dragInteraction(_:sessionDidMove:)",
            "dragInteraction(_:session:willEndWith:)", "dragInteraction(_:session:didEndWith:)",
            "dragInteraction(_:sessionDidTransferItems:)", "dragInteraction(_:itemsForAddingTo:withTouchAt:)",
            "dragInteraction(_:session:willAdd:for:)", "dragInteraction(_:previewForCancelling:withDefault:)",
            "dragInteraction(_:item:willAnimateCancelWith:)",
        ],
        "UIDropInteractionDelegate": [
            "dropInteraction(_:canHandle:)", "dropInteraction(_:sessionDidEnter:)",
            "dropInteraction(_:sessionDidUpdate:)", "dropInteraction(_:sessionDidExit:)",
            "dropInteraction(_:performDrop:)", "dropInteraction(_:concludeDrop:)", "dropInteraction(_:sessionDidEnd:)",
            "dropInteraction(_:previewForDropping:withDefault:)", "dropInteraction(_:item:willAnimateDropWith:)",
        ],
        "UITableViewDragDelegate": [
            "tableView(_:itemsForAddingTo:at:point:)", "tableView(_:dragPreviewParametersForRowAt:)",
            "tableView(_:dragSessionWillBegin:)", "tableView(_:dragSessionDidEnd:)",
            "tableView(_:dragSessionAllowsMoveOperation:)",
            "tableView(_:dragSessionIsRestrictedToDraggingApplication:)",
        ],
        "UITableViewDropDelegate": [
            "tableView(_:canHandle:)", "tableView(_:dropSessionDidEnter:)",
            "tableView(_:dropSessionDidUpdate:withDestinationIndexPath:)", "tableView(_:dropSessionDidExit:)",
            "tableView(_:dropSessionDidEnd:)", "tableView(_:dropPreviewParametersForRowAt:)",
        ],
        "UICollectionViewDragDelegate": [
            "collectionView(_:itemsForAddingTo:at:point:)", "collectionView(_:dragPreviewParametersForItemAt:)",
            "collectionView(_:dragSessionWillBegin:)", "collectionView(_:dragSessionDidEnd:)",
            "collectionView(_:dragSessionAllowsMoveOperation:)",
            "collectionView(_:dragSessionIsRestrictedToDraggingApplication:)",
        ],
        "UICollectionViewDropDelegate": [
            "collectionView(_:canHandle:)", "collectionView(_:dropSessionDidEnter:)",
            "collectionView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
            "collectionView(_:dropSessionDidExit:)", "collectionView(_:dropSessionDidEnd:)",
            "collectionView(_:dropPreviewParametersForItemAt:)",
        ],
        "UIPickerViewDelegate": [
            "pickerView(_:rowHeightForComponent:)", "pickerView(_:widthForComponent:)",
            "pickerView(_:titleForRow:forComponent:)", "pickerView(_:attributedTitleForRow:forComponent:)",
            "pickerView(_:viewForRow:forComponent:reusing:)", "pickerView(_:didSelectRow:inComponent:)",
        ],
        "UINavigationControllerDelegate": [
            "navigationController(_:willShow:animated:)", "navigationController(_:didShow:animated:)",
            "navigationController(_:animationControllerFor:from:to:)",
            "navigationController(_:interactionControllerFor:)",
            "navigationControllerSupportedInterfaceOrientations(_:)",
            "navigationControllerPreferredInterfaceOrientationForPresentation(_:)",
        ],
        "UITabBarControllerDelegate": [
            "tabBarController(_:shouldSelect:)", "tabBarController(_:didSelect:)",
            "tabBarController(_:animationControllerForTransitionFrom:to:)",
            "tabBarController(_:interactionControllerFor:)",
        ],
        "UIViewControllerTransitioningDelegate": [
            "animationController(forPresented:presenting:source:)", "animationController(forDismissed:)",
            "interactionControllerForPresentation(using:)", "interactionControllerForDismissal(using:)",
            "presentationController(forPresented:presenting:source:)",
        ],
        "UIViewControllerAnimatedTransitioning": ["animationEnded(_:)", "interruptibleAnimator(using:)"],
        "UIAdaptivePresentationControllerDelegate": [
            "adaptivePresentationStyle(for:)", "adaptivePresentationStyle(for:traitCollection:)",
            "presentationControllerShouldDismiss(_:)", "presentationControllerWillDismiss(_:)",
            "presentationControllerDidDismiss(_:)", "presentationControllerDidAttemptToDismiss(_:)",
            "presentationController(_:willPresentWithAdaptiveStyle:transitionCoordinator:)",
        ],
        "UISearchBarDelegate": [
            "searchBarShouldBeginEditing(_:)", "searchBarTextDidBeginEditing(_:)", "searchBarTextDidEndEditing(_:)",
            "searchBar(_:textDidChange:)", "searchBarSearchButtonClicked(_:)", "searchBarCancelButtonClicked(_:)",
            "searchBarShouldEndEditing(_:)", "searchBar(_:shouldChangeTextIn:replacementText:)",
            "searchBarBookmarkButtonClicked(_:)", "searchBarResultsListButtonClicked(_:)",
            "searchBar(_:selectedScopeButtonIndexDidChange:)",
        ],
        "UIPageViewControllerDelegate": [
            "pageViewController(_:willTransitionTo:)",
            "pageViewController(_:didFinishAnimating:previousViewControllers:transitionCompleted:)",
        ],
        "UIPageViewControllerDataSource": ["presentationCount(for:)", "presentationIndex(for:)"],
        "NSLayoutManagerDelegate": [
            "layoutManager(_:didCompleteLayoutFor:atEnd:)"
        ],
        "NSTextStorageDelegate": [
            "textStorage(_:willProcessEditing:range:changeInLength:)",
            "textStorage(_:didProcessEditing:range:changeInLength:)",
        ],
        "UIActivityItemSource": [
            "activityViewController(_:subjectForActivityType:)"
        ],
        "UIApplicationDelegate": [
            "application(_:willFinishLaunchingWithOptions:)", "application(_:didFinishLaunchingWithOptions:)",
            "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
            "applicationWillEnterForeground(_:)", "applicationWillTerminate(_:)",
            "applicationDidReceiveMemoryWarning(_:)", "application(_:configurationForConnecting:options:)",
            "application(_:didDiscardSceneSessions:)", "application(_:supportedInterfaceOrientationsFor:)",
            "application(_:open:options:)",
        ],
        "UIBarPositioningDelegate": [
            "position(for:)"
        ],
        "UICollisionBehaviorDelegate": [
            "collisionBehavior(_:beganContactFor:with:at:)", "collisionBehavior(_:endedContactFor:with:)",
            "collisionBehavior(_:beganContactFor:withBoundaryIdentifier:at:)",
            "collisionBehavior(_:endedContactFor:withBoundaryIdentifier:)",
        ],
        "UIColorPickerViewControllerDelegate": [
            "colorPickerViewController(_:didSelect:continuously:)", "colorPickerViewControllerDidSelectColor(_:)",
            "colorPickerViewControllerDidFinish(_:)",
        ],
        "UIContentView": [
            "supports(_:)"
        ],
        "UIContextMenuInteractionDelegate": [
            "contextMenuInteraction(_:configuration:highlightPreviewForItemWithIdentifier:)",
            "contextMenuInteraction(_:configuration:dismissalPreviewForItemWithIdentifier:)",
            "contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)",
            "contextMenuInteraction(_:previewForDismissingMenuWithConfiguration:)",
            "contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)",
            "contextMenuInteraction(_:willDisplayMenuFor:animator:)",
            "contextMenuInteraction(_:willEndFor:animator:)",
        ],
        "UIDocumentPickerDelegate": [
            "documentPicker(_:didPickDocumentsAt:)", "documentPicker(_:didPickDocumentAt:)",
            "documentPickerWasCancelled(_:)",
        ],
        "UIDynamicAnimatorDelegate": [
            "dynamicAnimatorWillResume(_:)", "dynamicAnimatorDidPause(_:)",
        ],
        "UIEditMenuInteractionDelegate": [
            "editMenuInteraction(_:menuFor:suggestedActions:)", "editMenuInteraction(_:targetRectFor:)",
            "editMenuInteraction(_:willPresentMenuFor:animator:)",
            "editMenuInteraction(_:willDismissMenuFor:animator:)",
        ],
        "UINavigationBarDelegate": [
            "navigationBar(_:shouldPush:)", "navigationBar(_:didPush:)", "navigationBar(_:shouldPop:)",
            "navigationBar(_:didPop:)",
        ],
        "UILargeContentViewerInteractionDelegate": [
            "largeContentViewerInteraction(_:didEndOn:at:)", "largeContentViewerInteraction(_:itemAt:)",
            "viewController(for:)",
        ],
        "UIPointerInteractionDelegate": [
            "pointerInteraction(_:regionFor:defaultRegion:)", "pointerInteraction(_:styleFor:)",
            "pointerInteraction(_:willEnter:animator:)", "pointerInteraction(_:willExit:animator:)",
        ],
        "UIPopoverPresentationControllerDelegate": [
            "prepareForPopoverPresentation(_:)", "popoverPresentationControllerShouldDismissPopover(_:)",
            "popoverPresentationControllerDidDismissPopover(_:)",
        ],
        "UIPreviewInteractionDelegate": [
            "previewInteractionShouldBegin(_:)", "previewInteraction(_:didUpdateCommitTransition:ended:)",
        ],
        "UISceneDelegate": [
            "scene(_:willConnectTo:options:)", "sceneDidDisconnect(_:)", "sceneDidBecomeActive(_:)",
            "sceneWillResignActive(_:)", "sceneWillEnterForeground(_:)", "sceneDidEnterBackground(_:)",
            "scene(_:continue:)",
        ],
        "UISearchControllerDelegate": [
            "willPresentSearchController(_:)", "didPresentSearchController(_:)", "willDismissSearchController(_:)",
            "didDismissSearchController(_:)", "presentSearchController(_:)",
        ],
        "UISheetPresentationControllerDelegate": [
            "sheetPresentationControllerDidChangeSelectedDetentIdentifier(_:)"
        ],
        "UISplitViewControllerDelegate": [
            "splitViewController(_:willChangeTo:)", "splitViewController(_:willShow:)",
            "splitViewController(_:willHide:)", "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)",
            "splitViewController(_:displayModeForExpandingToProposedDisplayMode:)",
            "splitViewControllerDidCollapse(_:)", "splitViewControllerDidExpand(_:)",
            "splitViewController(_:show:sender:)", "splitViewController(_:showDetail:sender:)",
            "splitViewController(_:collapseSecondary:onto:)", "splitViewController(_:separateSecondaryFrom:)",
        ],
        "UITabBarDelegate": [
            "tabBar(_:didSelect:)"
        ],
        "UIViewImplicitlyAnimating": [
            "addAnimations(_:)", "addCompletion(_:)", "continueAnimation(withTimingParameters:durationFactor:)",
        ],
    ]
}
